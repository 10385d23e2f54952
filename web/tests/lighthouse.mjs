// Runs Lighthouse on the first page and on a table in play. SABIKA and LIGHTHOUSE name the programs.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ENOUGH = 95;
const LOOKS = 5;
const FLAGS =
  "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";
const folder = mkdtempSync(join(tmpdir(), "sabika-lighthouse-"));
const base = `http://127.0.0.1:${process.env.PORT ?? 4799}`;
const server = spawn(process.env.SABIKA, ["serve", "--listen", base.slice(7), "--data", folder, "--log", "error"], { stdio: "inherit" });

async function post(path, body, cookie = "") {
  const headers = { "content-type": "application/json", origin: base, cookie };
  const response = await fetch(`${base}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return { cookie: response.headers.get("set-cookie")?.split(";")[0] ?? cookie, body: await response.json() };
}

async function tableInPlay() {
  for (let tries = 0; ; tries++) {
    try {
      const { cookie } = await post("/session", { name: "Ana" });
      const bots = Array.from({ length: 3 }, () => ({ kind: "bot", level: "novice" }));
      const setup = { game: "alhambra", players: 4, modules: [], simplified: false, english_end: false };
      const wish = { setup, seats: [{ kind: "me", name: null }, ...bots], shuffle: false, public: false, open_hands: false, hints: true };
      const { body: table } = await post("/tables", { ...wish, pace: { kind: "free" } }, cookie);
      await post(`/tables/${table.id}/start`, {}, cookie);
      return { cookie, path: `/t/${table.code}` };
    } catch (error) {
      if (tries > 100 || error.message.startsWith("/")) throw error;
      await new Promise((r) => setTimeout(r, 100));
    }
  }
}

function report(path, cookie, preset) {
  const file = join(folder, "report.json");
  const how = preset === "desktop" ? ["--preset=desktop"] : [];
  const headers = JSON.stringify({ Cookie: cookie });
  const args = [
    base + path,
    "--quiet",
    "--output=json",
    `--output-path=${file}`,
    `--chrome-flags=${FLAGS}`,
    `--extra-headers=${headers}`,
    ...how,
  ];
  for (let tries = 1; ; tries++) {
    try {
      execFileSync(process.env.LIGHTHOUSE, args, { stdio: ["ignore", "ignore", "inherit"] });
      return JSON.parse(readFileSync(file, "utf8"));
    } catch (error) {
      // Occasionally its own trace of a page has no start, and it asks to be run again.
      if (tries === 3) throw error;
    }
  }
}

/** Performance varies with the machine, so Lighthouse recommends several runs: the median counts, all are reported. */
function look(path, cookie, preset) {
  const speed = ({ categories }) => Math.round(categories.performance.score * 100);
  const all = Array.from({ length: LOOKS }, () => report(path, cookie, preset)).sort((a, b) => speed(a) - speed(b));
  const { categories, audits } = all[Math.floor(LOOKS / 2)];
  // Lighthouse's benchmark of the machine in each run: the score depends on it.
  const told = all.map((one) => `${speed(one)} at ${Math.round(one.environment.benchmarkIndex)}`).join(", ");
  const scores = Object.values(categories).map((c) => ({ id: c.id, score: Math.round(c.score * 100) }));
  console.log(`${path.padEnd(10)} ${preset.padEnd(8)} ${scores.map((s) => `${s.id} ${s.score}`).join("  ")}  (performance ${told})`);
  for (const { auditRefs } of Object.values(categories)) {
    for (const { id, weight } of auditRefs) {
      const { score, title, displayValue = "" } = audits[id];
      if (weight > 0 && score !== null && score < 0.9) console.log(`  ${id}: ${displayValue} ${title}`);
    }
  }
  return scores.every((s) => s.score >= ENOUGH);
}

try {
  const { cookie, path } = await tableInPlay();
  const good = ["/", path].flatMap((p) => ["phone", "desktop"].map((preset) => look(p, cookie, preset)));
  process.exitCode = good.every(Boolean) ? 0 : 1;
} finally {
  server.kill();
  await new Promise((r) => server.once("exit", r));
  rmSync(folder, { recursive: true, force: true });
}
