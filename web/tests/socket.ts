/** A socket whose other end is the test. */
export class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: { type: string; id?: string }[] = [];
  constructor(readonly address: string) {
    super();
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  /** A dead connection does not report that it was closed either. */
  close(): void {
    this.readyState = 3;
  }
  opens(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }
  says(data: string): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
  ends(): void {
    this.readyState = 3;
    this.dispatchEvent(new Event("close"));
  }
}
