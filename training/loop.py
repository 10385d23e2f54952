#!/usr/bin/env python3
"""Generations of self-play, training and a gate: `loop.py --folder run --game alhambra --generations 5`.

The first generation learns from games of the builder, every other from games of the best network so far. A new network replaces it only if it wins
at least half of the games against it, on deals that were not used for training. An interrupted run continues where it stopped.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

from train import train

# The gate never uses deals from self-play, whose seeds count up from 1.
GATE_SEED = 1_000_000


def sabika(program: str, *args) -> str:
    command = [program, *map(str, args)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr.strip()}")
    return done.stdout


def arena(args, first: str, second: str, players: int, generation: int) -> dict:
    """The first bot's results against the second."""
    report = sabika(args.sabika, "arena", "--json", "--bots", f"{first},{second}", "--game", args.game, "--players", players, "--blocks", args.gate, "--seed", GATE_SEED + generation, "--budget", 1)
    return json.loads(report)


def generation(args, number: int, best: Path | None) -> dict:
    """Runs one generation; returns its results."""
    folder = args.folder / f"generation-{number:03}"
    bot = f"architect:network={best}" if best else "builder"
    terms = ("--exploration", args.exploration, "--lambda", args.lam) if best else ("--exploration", 0.1, "--lambda", 1)
    print(f"generation {number}: {args.games} games of {bot}", flush=True)
    sabika(args.sabika, "selfplay", "--out", folder, "--game", args.game, "--players", args.players, "--modules", args.modules, "--games", args.games, "--shard", args.shard, "--seed", number, "--bot", bot, *terms)
    recent = [args.folder / f"generation-{n:03}" for n in range(max(1, number - args.keep + 1), number + 1)]
    paths = [path for each in recent for path in each.glob("*.shard")]
    new = args.folder / f"generation-{number:03}.net"
    learnt = train(paths, new, start=best, hidden=args.hidden, middle=args.middle, steps=args.steps, batch=args.batch, rate=args.rate, kind=args.kind, seed=number, about=f"{args.game}, generation {number}")
    rival = bot if best else "builder"
    sizes = sorted({int(n) for n in args.players.split(",")})
    gate = {n: arena(args, f"architect:network={new}", rival, n, number) for n in sizes}
    # Normalised for any number of players: a bot as strong as the other gets 1.
    fair = sum(n * report["wins"] for n, report in gate.items()) / len(gate)
    for n, report in gate.items():
        low, high = report["interval"]
        print(f"  {n} players: {100 * report['wins']:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {report['games']} games against {rival}")
    accepted = best is None or fair >= 1
    print("  accepted" if accepted else "  refused: the network before it stays", flush=True)
    return {"generation": number, "network": str(new), "accepted": accepted, "share": fair, **learnt}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, required=True, help="folder for shards, networks and the log")
    parser.add_argument("--sabika", default="sabika", help="the program")
    parser.add_argument("--game", default="alhambra", choices=("alhambra", "granada", "combined"))
    parser.add_argument("--players", default="2,4,3,2,4,5,6", help="alternating from shard to shard")
    parser.add_argument("--modules", default="any", choices=("none", "all", "any"))
    parser.add_argument("--generations", type=int, default=8)
    parser.add_argument("--start", type=Path, help="the network to start from, instead of games of the builder")
    parser.add_argument("--games", type=int, default=30_000, help="games per generation")
    parser.add_argument("--shard", type=int, default=100, help="games per shard")
    parser.add_argument("--keep", type=int, default=5, help="number of most recent generations to train on")
    parser.add_argument("--exploration", type=float, default=0.08)
    parser.add_argument("--lambda", dest="lam", type=float, default=0.7)
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--middle", type=int, default=32)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--gate", type=int, default=400, help="deals, each in all rotations, for each number of players")
    parser.add_argument("--with", dest="kind", choices=("auto", "torch", "numpy"), default="auto")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    log = args.folder / "log.jsonl"
    done = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    best = args.start
    for entry in done:
        best = Path(entry["network"]) if entry["accepted"] else best
    for number in range(len(done) + 1, args.generations + 1):
        try:
            entry = generation(args, number, best)
        except (ValueError, OSError) as error:
            sys.exit(f"loop.py: {error}")
        best = Path(entry["network"]) if entry["accepted"] else best
        with log.open("a") as out:
            out.write(json.dumps(entry) + "\n")
    print(f"best: {best}")


if __name__ == "__main__":
    main()
