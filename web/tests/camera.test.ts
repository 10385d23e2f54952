import { beforeEach, expect, it } from "vitest";
import { Camera } from "../src/board/camera.svelte.ts";

let camera: Camera;
const at = { tile: 50, x: 100, y: 100 };
beforeEach(() => {
  camera = new Camera();
  [camera.width, camera.height] = [400, 400];
});

it("is dragged by one finger, ignoring tiny movements", () => {
  camera.down(1, { x: 10, y: 10 }, true);
  camera.move(1, { x: 14, y: 12 });
  expect([camera.see(at), camera.moved]).toEqual([at, false]);
  camera.move(1, { x: 40, y: 10 });
  expect([camera.see(at).x, camera.moved]).toEqual([130, true]);
});

it("zooms with two fingers, around the one that stays", () => {
  camera.down(1, { x: 100, y: 100 }, true);
  camera.down(2, { x: 200, y: 100 }, false);
  camera.move(2, { x: 300, y: 100 });
  expect(camera.see(at)).toEqual({ tile: 100, x: 100, y: 100 });
  camera.reset();
  expect(camera.see(at)).toEqual(at);
});

it("forgets a finger whose release was missed", () => {
  camera.down(1, { x: 100, y: 100 }, true);
  camera.move(1, { x: 150, y: 100 });
  camera.down(2, { x: 200, y: 100 }, true);
  expect(camera.moved).toBe(false);
  camera.move(2, { x: 220, y: 100 });
  expect(camera.see(at)).toEqual({ tile: 50, x: 170, y: 100 });
});
