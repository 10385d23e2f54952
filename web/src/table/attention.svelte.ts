// Alerts a player that it is their turn: once, by sound and notification; and throughout the turn, in the tab's title and on the icon.
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
    // Other changes during the turn are no reason for another alert.
    untrack(() => {
      if (settings.sounds(desk.shared)) sound("turn");
      if (settings.notify) notify(t("notify.turn"), `Sabika · ${code}`);
    });
  });
  $effect(() => {
    // An installed page shows a badge on its icon, where supported.
    if (play.active) void navigator.setAppBadge?.(1).catch(() => undefined);
    else void navigator.clearAppBadge?.().catch(() => undefined);
    document.title = `${play.active ? "● " : ""}Sabika · ${code}`;
  });
}

/** Ends turns in which nothing else can be done, if the player prefers that. A refused attempt is not repeated. */
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

/** Nobody watches a hidden page: queued steps are shown at once. */
export function skipWhileHidden(desk: Desk): void {
  $effect(() => {
    const hide = () => {
      if (document.hidden) desk.table.skip();
    };
    document.addEventListener("visibilitychange", hide);
    return () => document.removeEventListener("visibilitychange", hide);
  });
}
