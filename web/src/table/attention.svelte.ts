// Tells a player that it is their turn: once, by sound and notification; as long as it lasts, in the tab's title and on the icon.
import { untrack } from "svelte";
import { t } from "../i18n/i18n.svelte.ts";
import { notify } from "../lib/notify.ts";
import { settings } from "../lib/settings.svelte.ts";
import { play as sound } from "../lib/sound.ts";
import type { Desk } from "./desk.svelte.ts";

export function callAttention(desk: Desk): void {
  const { table, play } = desk;
  const code = $derived(table.known?.table.code ?? "");
  const mine = $derived(play.active && (table.known?.yours.length ?? 0) > 0);
  $effect(() => {
    if (!mine) return;
    // Whatever else changes while it is one's turn is no reason to be told again.
    untrack(() => {
      if (settings.sounds(desk.shared)) sound("turn");
      if (settings.notify) notify(t("notify.turn"), `Sabika · ${code}`);
    });
  });
  $effect(() => {
    // An installed page shows it on its icon, where the system can.
    if (play.active) void navigator.setAppBadge?.(1).catch(() => undefined);
    else void navigator.clearAppBadge?.().catch(() => undefined);
    document.title = `${play.active ? "● " : ""}Sabika · ${code}`;
  });
}

/** Ends turns in which nothing else can be done, if the player likes it so. What was refused is not tried again. */
export function endAutomatically(desk: Desk): void {
  const { table, play } = desk;
  let tried: number | undefined;
  $effect(() => {
    const decision = table.choice?.decision;
    if (!settings.autoEnd || !play.onlyEnd || play.busy || decision === tried) return;
    tried = decision;
    void play.send("end");
  });
}

/** Nobody watches a hidden page: what waits to be shown is there when they come back. */
export function skipWhileHidden(desk: Desk): void {
  $effect(() => {
    const hide = () => {
      if (document.hidden) desk.table.skip();
    };
    document.addEventListener("visibilitychange", hide);
    return () => document.removeEventListener("visibilitychange", hide);
  });
}
