// Sounds, made in the browser: no file is needed. Off, quiet or on, as the person likes.

import { settings } from "./settings.svelte";

export const VOLUMES = { off: 0, quiet: 0.16, on: 0.5 };

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** The instrument; a page may play only after somebody has touched it, and is silent until then. */
function instrument(): AudioContext | null {
  if (VOLUMES[settings.sound] === 0 || document.hidden || !navigator.userActivation?.hasBeenActive)
    return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** Something that swells at once and dies away. */
function envelope(out: AudioContext, at: number, loud: number, long: number): GainNode {
  const gain = out.createGain();
  const peak = loud * VOLUMES[settings.sound];
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, peak), at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  gain.connect(out.destination);
  return gain;
}

function tone(
  out: AudioContext,
  after: number,
  pitch: number,
  long: number,
  loud = 0.5,
  to = pitch,
  shape: OscillatorType = "triangle",
): void {
  const at = out.currentTime + after;
  const voice = out.createOscillator();
  voice.type = shape;
  voice.frequency.setValueAtTime(pitch, at);
  voice.frequency.exponentialRampToValueAtTime(Math.max(20, to), at + long);
  voice.connect(envelope(out, at, loud, long));
  voice.start(at);
  voice.stop(at + long);
}

function noise(out: AudioContext, after: number, pitch: number, long: number, loud = 0.5, sharp = 1): void {
  if (!hiss) {
    hiss = out.createBuffer(1, out.sampleRate, out.sampleRate);
    const data = hiss.getChannelData(0);
    for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
  }
  const at = out.currentTime + after;
  const source = out.createBufferSource();
  source.buffer = hiss;
  const filter = out.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = sharp;
  source.connect(filter).connect(envelope(out, at, loud, long));
  source.start(at, Math.random() * 0.5);
  source.stop(at + long);
}

const SOUNDS = {
  card: (out: AudioContext) => noise(out, 0, 2600, 0.13, 0.5, 0.8),
  dice: (out: AudioContext) =>
    [0, 0.07, 0.16, 0.27, 0.42].forEach((after, i) =>
      noise(out, after, 3400 - i * 350, 0.05, 0.8 - i * 0.1, 6),
    ),
  toss: (out: AudioContext) => {
    [0, 0.09, 0.18, 0.27].forEach((after, i) => tone(out, after, 900 + i * 120, 0.07, 0.25));
    noise(out, 0.5, 1500, 0.12, 0.7, 2);
  },
  hurt: (out: AudioContext) => tone(out, 0, 190, 0.22, 0.9, 70, "sine"),
  gain: (out: AudioContext) => [520, 660].forEach((pitch, i) => tone(out, i * 0.07, pitch, 0.16, 0.35)),
  threat: (out: AudioContext) => [0, 0.22].forEach((after) => tone(out, after, 110, 0.35, 0.9, 55, "sine")),
  storm: (out: AudioContext) => {
    tone(out, 0, 60, 1.1, 0.9, 320, "sawtooth");
    noise(out, 0.75, 500, 0.7, 1, 0.5);
  },
  turn: (out: AudioContext) =>
    [660, 880].forEach((pitch, i) => tone(out, i * 0.12, pitch, 0.25, 0.35, pitch, "sine")),
  win: (out: AudioContext) =>
    [523, 659, 784, 1047].forEach((pitch, i) => tone(out, i * 0.13, pitch, 0.5, 0.4)),
  lose: (out: AudioContext) => [440, 370, 311].forEach((pitch, i) => tone(out, i * 0.2, pitch, 0.5, 0.4)),
};

export type Sound = keyof typeof SOUNDS;
const GAP = 90; // milliseconds: what sounds together sounds once
const last = new Map<Sound, number>();

/** Lets something be heard, where sounds are wanted. */
export function hear(sound: Sound): void {
  const now = performance.now();
  if (now - (last.get(sound) ?? -Infinity) < GAP) return;
  const out = instrument();
  if (!out) return;
  last.set(sound, now);
  SOUNDS[sound](out);
}
