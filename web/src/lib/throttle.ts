/** Calls `act` at once, then at most once per `pause` milliseconds, and in the end with the last value. */
export function throttle<T>(pause: number, act: (value: T) => void): { call: (value: T) => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: { value: T } | null = null;
  const run = (value: T): void => {
    act(value);
    timer = setTimeout(() => {
      timer = undefined;
      if (waiting) {
        const { value: last } = waiting;
        waiting = null;
        run(last);
      }
    }, pause);
  };
  return {
    call: (value) => {
      if (timer === undefined) run(value);
      else waiting = { value };
    },
    stop: () => clearTimeout(timer),
  };
}
