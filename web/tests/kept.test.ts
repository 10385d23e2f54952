// What is kept of a finished game on this device, and what its table answers from it.
import { expect, it } from "vitest";
import { KeptTable, keep } from "../src/lib/local/kept.ts";
import type { Reply, What } from "../src/lib/local/tables.ts";
import type { FromServer, Snapshot } from "../src/lib/wire.ts";

const view = (viewer: number | null, status = "over") =>
  ({ viewer, version: 9, yours: [0], table: { id: "~x", status }, log: [{}, {}, {}], game: { of: viewer } }) as unknown as Snapshot;

/** A table whose device has the first seat. */
function table(status: string): { asked: What[]; ask: (what: What) => Reply } {
  const asked: What[] = [];
  const ask = (what: What): Reply => {
    asked.push(what);
    if (what.do === "ask") {
      const { seat } = JSON.parse(what.text as string) as { seat: number | null };
      return { send: [[what.line as number, { type: "snapshot", ...view(seat, status) }]] };
    }
    return what.do === "bye" ? {} : { value: `the ${what.do}` };
  };
  return { asked, ask };
}
const said = ({ send }: Reply): FromServer | undefined => send?.[0]?.[1];

it("keeps a game once it is over, as everybody here saw it", () => {
  const { asked, ask } = table("over");
  const kept = keep("~x", ask);
  expect(kept).toEqual({ table: "~x", record: "the record", course: "the course", views: [view(null), view(0)] });
  expect(asked.filter((what) => what.do === "bye")).toEqual([{ do: "bye", line: 0 }]);
  expect(keep("~x", table("playing").ask)).toBeNull();
});

it("shows what was kept, and says why there is no more", () => {
  const kept = keep("~x", table("over").ask);
  if (!kept) throw new Error("it is over");
  const shown = new KeptTable(kept, "step 7 leads to another state");
  const ask = (message: object) => said(shown.answer({ do: "ask", line: 4, text: JSON.stringify(message) }));
  expect(ask({ type: "hello", seat: 0, version: null })).toEqual({ type: "snapshot", ...view(0) });
  expect(ask({ type: "hello", seat: null, version: 3 })).toEqual({ type: "snapshot", ...view(null) });
  expect(ask({ type: "ping", id: "p" })).toEqual({ type: "pong", id: "p" });
  expect(ask({ type: "undo", id: "u", seat: 0, decision: 1 })).toMatchObject({
    id: "u",
    problem: { detail: "step 7 leads to another state" },
  });
  expect(shown.answer({ do: "info" }).value).toEqual(view(null).table);
  expect(shown.answer({ do: "record" }).value).toBe("the record");
  expect(shown.answer({ do: "course" }).value).toBe("the course");
  expect(shown.answer({ do: "at", step: 3, seat: 0 }).value).toEqual(view(0));
  for (const what of [{ do: "at", step: 2, seat: 0 }, { do: "at", step: 3, seat: 1 }, { do: "rematch", next: "~y" }, { do: "leave" }])
    expect(shown.answer(what).problem?.type).toBe("frozen");
});
