// Asks the browsers' engine and the same code built natively the same things, compares the answers, and prints how long both took:
// folding tables, and what a strong bot thinks about a position in a fixed number of simulations.
//
//   node scripts/engine_speed.mjs web/engine/sabika.wasm FOLDER PROGRAM
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "./wasm_engine.mjs";

const [, , file, folder, program] = process.argv;
const NETWORK = "crates/bots/networks/alhambra.net";
const RECORD = "web/tests/browser/four-builders.json";
/** As many as the analysis of a position begins with, at some steps of a game with four players. */
const SIMULATIONS = 200;
const STEPS = [20, 60, 100, 140, 180];

const engine = await load(file);
engine.network("alhambra", readFileSync(NETWORK));
const { replay } = engine.ask({ do: "replay", record: readFileSync(RECORD, "utf8") });
const positions = STEPS.map((step) => engine.ask({ do: "replay-position", replay, step }));

const tables = readdirSync(folder).filter((name) => name.endsWith(".json"));
const stored = tables.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
const requests = [
  ...stored.map((rows, i) => ["fold", { do: "table", table: `~speed${i}`, now: 0, what: { do: "load", rows } }]),
  ...positions.map((position) => [
    "think",
    { do: "analysis", position, seed: 1, question: { do: "advise", simulations: SIMULATIONS, many: 1 } },
  ]),
];

const took = {};
const answers = requests.map(([kind, request]) => {
  const text = JSON.stringify(request);
  const begin = performance.now();
  const answer = engine.call(text);
  took[kind] = (took[kind] ?? 0) + performance.now() - begin;
  return answer;
});
const list = join(folder, "requests.list");
writeFileSync(list, JSON.stringify(requests));
const native = JSON.parse(execFileSync(program, [list, NETWORK], { encoding: "utf8", maxBuffer: 2 ** 28 }));
answers.forEach((answer, i) => {
  if (answer === native.answers[i]) return;
  console.error(`${requests[i][0]} ${i}: the engines disagree:\n${answer.slice(0, 300)}\n${native.answers[i].slice(0, 300)}`);
  process.exitCode = 1;
});

const rows = stored.reduce((sum, table) => sum + table.length, 0);
const rate = (milliseconds) => Math.round(rows / (milliseconds / 1000));
const each = (milliseconds) => (milliseconds / positions.length).toFixed(0);
const ratio = (kind) => (native.milliseconds[kind] / took[kind]).toFixed(2);
console.log(
  `folding ${tables.length} tables of ${rows} rows: ${rate(took.fold)} rows a second, natively ${rate(native.milliseconds.fold)} (${ratio("fold")} of its speed)`,
);
console.log(
  `the best turn in ${positions.length} positions, ${SIMULATIONS} simulations each: ${each(took.think)} ms, natively ${each(native.milliseconds.think)} ms (${ratio("think")} of its speed)`,
);
