// Replays tables in the browsers' engine: every state after an `end` must have the same hash as where the table was played, and the
// record of each must pass a check step by step. Prints the number, size and speed at the end.
//
//   node scripts/fold_rows.mjs web/engine/sabika.wasm FOLDER
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "./wasm_engine.mjs";

const [, , engine, folder] = process.argv;
const wasm = await load(engine);
const ask = (request) => wasm.ask(request);
const fail = (what) => {
  console.error(what);
  process.exitCode = 1;
};

let [tables, rows, hashes, milliseconds] = [0, 0, 0, 0];
for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
  const stored = JSON.parse(readFileSync(join(folder, file), "utf8"));
  const table = `~${file}`;
  const at = (what) => ask({ do: "table", table, now: 0, what });
  const begin = performance.now();
  at({ do: "load", rows: stored });
  milliseconds += performance.now() - begin;
  const { status } = at({ do: "info" });
  const record = at({ do: "record" });
  const { replay, fault, log } = ask({ do: "replay", record: JSON.stringify(record) });
  ask({ do: "replay-close", replay });
  // A row whose state has a different hash freezes the table: then the game is not over, or nothing can follow.
  if (status !== "over") fail(`${file}: folded differently than it was played: ${status}`);
  if (fault || log.length !== record.steps.length) fail(`${file}: ${JSON.stringify(fault)}`);
  tables += 1;
  rows += stored.length;
  hashes += stored.filter(([, , body]) => JSON.parse(body).hash).length;
}
if (!tables || hashes < tables) fail("there was nothing to compare");
const rate = Math.round(rows / (milliseconds / 1000));
console.log(`${tables} tables of ${rows} rows folded in the engine, ${hashes} states with equal hashes, ${rate} rows a second`);
