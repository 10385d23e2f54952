// Small sounds of wood, paper and strings, synthesized here: nothing is loaded.
import { parseMove } from "./notation.ts";
import type { Shown } from "./table.svelte.ts";

export type Sound = "card" | "coin" | "tile" | "score" | "turn" | "start";

/** The sound of a step; `null` for silence. */
export function soundOf({ step, shows }: Shown): Sound | null {
  if (shows.some((s) => s.what === "score")) return "score";
  const verb = step ? parseMove(step.do).verb : "";
  if (verb === "take" || verb === "reveal") return "card";
  if (verb === "buy" || verb === "vizier" || verb === "falcon") return "coin";
  return ["place", "build", "exchange", "remove", "reserve", "dirk", "hut"].includes(verb) ? "tile" : null;
}

let context: AudioContext | null = null;
/** Browsers are silent until the page has been touched. */
function awake(): AudioContext | null {
  if (!navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

function string(audio: AudioContext, pitch: number, after: number, length: number, loud: number): void {
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  const from = audio.currentTime + after;
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(loud, from + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(from);
  tone.stop(from + length);
}

/** A burst of noise through a filter: low is wood, high is paper. */
function knock(audio: AudioContext, pitch: number, after: number, length: number, loud: number): void {
  const samples = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const wave = samples.getChannelData(0);
  for (let i = 0; i < wave.length; i++) wave[i] = (Math.random() * 2 - 1) * (1 - i / wave.length) ** 3;
  const [source, filter, volume] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  source.buffer = samples;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 1.4;
  volume.gain.value = loud;
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start(audio.currentTime + after);
}

const PLAY: Record<Sound, (audio: AudioContext) => void> = {
  card: (a) => knock(a, 3400, 0, 0.09, 0.16),
  coin: (a) => {
    string(a, 1320, 0, 0.22, 0.03);
    string(a, 1760, 0.06, 0.3, 0.03);
  },
  tile: (a) => {
    knock(a, 420, 0, 0.12, 0.5);
    knock(a, 190, 0.015, 0.14, 0.4);
  },
  // Hijaz, plucked.
  score: (a) => {
    for (const [i, pitch] of [293.7, 311.1, 370, 392, 440, 587.3].entries()) string(a, pitch, i * 0.11, 0.9, 0.05);
  },
  start: (a) => {
    for (const [i, pitch] of [293.7, 440, 587.3, 740].entries()) string(a, pitch, i * 0.09, 0.7, 0.05);
  },
  turn: (a) => {
    for (const [i, pitch] of [440, 587.3].entries()) string(a, pitch, i * 0.13, 0.6, 0.05);
  },
};

export function play(sound: Sound): void {
  const audio = awake();
  if (audio) PLAY[sound](audio);
}
