// One visit to a table: what is shown of it to whom, and what one can do there. The markup is in views/Table.svelte.
import { untrack } from "svelte";

import { faultOf, film, hintFor, linkFor, revokeLinks, version as versionOf } from "../lib/api";
import { at } from "../lib/base";
import { ended } from "../lib/board";
import { newShare, note, revealing } from "../lib/fairness";
import { allGames } from "../lib/games.svelte";
import { LiveTable } from "../lib/live.svelte";
import { stepsSince } from "../lib/moments";
import { namesOf } from "../lib/people";
import { loadGame, type LoadedGame } from "../lib/loadedGame";
import { go } from "../lib/router.svelte";
import { settings } from "../lib/settings.svelte";
import { play as sound, type Sound } from "../lib/sound";
import type { Command, Entry, Fault, Thought, EventShown, View } from "../lib/types";
import { Unread } from "../lib/unread.svelte";
import { t } from "../lib/words.svelte";
import { announce, announceChat } from "./announce.svelte";
import { Moments, playbill } from "./moments.svelte";
import { reasons } from "./reasons.svelte";
import { sure } from "./sure.svelte";

export type Tab = "log" | "moves" | "chat" | "rules" | "more";

export class Sitting {
  readonly live: LiveTable;
  loaded = $state.raw<LoadedGame | null>(null);
  fault = $state.raw<Fault | null>(null);
  /** The move that waits for confirmation. */
  asked = $state<number | null>(null);
  thoughts = $state.raw<Thought[]>([]);
  isThinking = $state(false);
  /** The earlier moment that is shown instead of the present one. */
  past = $state.raw<{ version: number; view: View; told: EventShown[] } | null>(null);
  /** What decides the match, as scenes. */
  readonly moments: Moments;
  /** At a shared screen: the seat whose owner has opened the curtain. */
  opened = $state<number | null>(null);
  tab = $state<Tab>("log");
  readonly sheet = $state({ isPulled: false });
  /** A link to be copied by hand, and what it is for. */
  link = $state("");
  hasCopied = $state(false);
  /** Whether the panel about fair dice is open. */
  isFairnessOpen = $state(false);
  /** The hashes of shares that this page has revealed. */
  readonly #revealed = new Set<string>();
  /** Whether a round of the match has just ended, until it is put aside or one moves on. */
  hasRoundEnded = $state(false);
  /** Whether the result is put aside to look at the board. */
  isEndClosed = $state(false);

  constructor(readonly id: string) {
    this.live = new LiveTable(id);
    this.moments = new Moments(
      playbill(
        () => this.loaded,
        () => this.near,
        () => Object.keys(this.names),
      ),
    );
    this.live.onstep = (step) => {
      if (step && this.isSeen) this.moments.push(step);
      else this.moments.clear();
    };
  }

  readonly table = $derived.by(() => this.live.table);
  readonly names = $derived.by(() => (this.table ? namesOf(this.table) : {}));
  readonly isShared = $derived.by(() => this.live.held.length > 1 && this.table?.status === "live");
  /** Which of one's seats is shown: the one that has to decide. */
  readonly seat = $derived.by(() => {
    const { held, awaited } = this.live;
    if (held.length <= 1) return held[0];
    const due = held.filter((each) => awaited.includes(each) && this.table?.seats[each]?.kind === "person");
    return this.opened !== null && (due.includes(this.opened) || !due.length) ? this.opened : (due[0] ?? held[0]);
  });
  readonly isBehindCurtain = $derived(this.isShared && this.seat !== undefined && this.opened !== this.seat);
  /** As whom this screen looks: behind the curtain, and before the match begins behind it, as a spectator. */
  readonly eyes = $derived.by(() => {
    if (this.live.held.length <= 1) return this.live.look;
    return this.isBehindCurtain || this.table?.status === "waiting" ? null : (this.seat ?? null);
  });
  /** Until the table is seen with these eyes, nothing is shown of what others have seen. */
  readonly isSeen = $derived.by(() => this.live.look === this.eyes);
  readonly view = $derived.by(() => {
    if (!this.isSeen || !this.live.view) return null;
    return this.table?.status === "over" ? ended(this.live.view) : this.live.view;
  });
  readonly entries = $derived.by(() => (this.isSeen ? this.live.entries : []));
  readonly news = $derived.by(() => (this.isSeen ? this.live.told : []));
  /** What is on the board: the present, what a scene begins with, or an earlier moment. */
  readonly shown = $derived.by(() => this.past ?? (this.isSeen ? this.moments.shown : null));
  /** The log as far as the board shows it. */
  readonly logged = $derived.by(() => {
    const until = this.moments.shown?.until;
    if (until === undefined) return this.entries;
    return this.entries.filter((entry) => entry.version <= until || entry.kind === "say");
  });
  readonly #allowed = $derived.by(() =>
    !this.view || this.table?.status !== "live" || this.isBehindCurtain ? [] : this.view.legal,
  );
  /** What may be chosen: nothing while the board shows what is past. */
  readonly legal = $derived.by(() => (this.shown ? [] : this.#allowed));
  readonly near = $derived.by(() => this.view?.seat ?? this.table?.seats[0]?.seat ?? "");
  readonly isMine = $derived.by(
    () => this.seat !== undefined && this.live.awaited.includes(this.seat) && this.#allowed.length > 0,
  );
  readonly isAlone = $derived.by(
    () =>
      this.table !== null && this.table.seats.every((each, k) => each.kind === "bot" || this.live.held.includes(k)),
  );
  /** Whether somebody else has to decide who is not there, and no clock calls their time. */
  readonly canClaim = $derived.by(() => {
    const { table } = this;
    if (table?.status !== "live" || table.clock.kind !== "none") return false;
    return this.live.awaited.some((each) => !this.live.held.includes(each) && table.seats[each]?.here === false);
  });
  readonly mustConfirm = $derived.by(() => settings.confirm && !(this.isAlone && this.table?.undo_allowed));
  readonly advised = $derived.by(() =>
    this.thoughts.map((thought) => this.loaded?.moves.named(thought.move)?.id ?? -1).filter((move) => move >= 0),
  );
  /** What the others did since one moved oneself. */
  readonly othersMoves = $derived.by(() => {
    const moves = this.entries.filter((entry) => entry.kind === "move");
    let first = moves.length;
    while (first > 0 && moves[first - 1]?.seat !== this.seat) first -= 1;
    return moves.slice(first);
  });
  readonly awaitedSeats = $derived.by(() =>
    this.table?.status === "live" ? this.live.awaited.map((each) => this.table?.seats[each]?.seat ?? "") : [],
  );
  readonly winners = $derived.by(() =>
    (this.table?.result?.winners ?? []).map((each) => this.table?.seats[each]?.seat ?? ""),
  );
  /** How the match stands after its rounds, if it has several. */
  readonly standing = $derived.by(() => this.loaded?.rounds?.standingOf(this.entries, this.names) ?? null);
  readonly #said = $derived.by(() =>
    this.loaded
      ? (this.moments.isReplaying ? (this.moments.shown?.told ?? []) : this.news)
          .map((told) => this.loaded?.sayings.told(told) ?? "")
          .filter(Boolean)
          .join(". ")
      : "",
  );
  /** What was said in the chat while one did not look. */
  readonly unread = new Unread();

  /** Begin to attend: called while the view is made. */
  attend(): void {
    allGames().catch(() => {}); // whichever game it is: asked for while the table comes
    $effect(() => {
      this.live.open().catch((error: unknown) => (this.fault = faultOf(error)));
      return () => {
        this.live.close();
        this.moments.clear();
        announce("");
        reasons.close();
      };
    });
    $effect(() => this.#furnish());
    $effect(() => this.#reveal());
    $effect.pre(() => {
      if (this.live.held.length > 1) this.live.lookAs(this.eyes);
      if (this.isBehindCurtain) this.opened = null;
    });
    // Whatever was chosen or advised was about another position. What others say, or choose unseen, changes none.
    $effect(() => {
      void this.live.view;
      void this.table?.status;
      this.#forgetChoice();
    });
    // Whatever was looked at was for other eyes.
    $effect.pre(() => {
      void this.eyes;
      this.#forgetChoice();
      this.fault = null;
      untrack(() => this.moments.clear());
    });
    $effect.pre(() => announce(this.#said));
    $effect(() => {
      const refused = this.fault ?? this.live.refused;
      if (!refused || !this.table || !this.loaded) return;
      reasons.refuse(refused, this.table.game, this.loaded.family);
      this.fault = null;
      this.live.refused = null;
    });
    $effect(() => {
      if (this.loaded?.rounds?.endsRound(this.news)) this.hasRoundEnded = true;
    });
    let heard = 0;
    let isScene = false;
    $effect(() => {
      const version = this.live.version;
      // A scene sounds by itself; what comes of it is heard when it is over.
      if (this.moments.playing) {
        isScene = true;
        return;
      }
      const now = this.#soundNow();
      if (heard && version > heard && !(isScene && now === "token")) void sound(now);
      heard = version;
      isScene = false;
    });
    let isNew = false;
    let said: Entry | undefined;
    $effect(() => {
      const { entries, table } = this;
      const isRead = this.tab === "chat" || table?.status === "waiting";
      if (this.unread.hear(entries, this.live.held, isRead)) void sound("chat");
      // What was said before one came is old.
      const last = entries.findLast((entry) => entry.kind === "say");
      if (isNew && last && last !== said && !this.live.held.includes(last.seat ?? -1))
        announceChat(`${last.name ?? ""}: ${last.text ?? ""}`);
      said = last;
      isNew ||= entries.length > 0;
    });
    this.#follow();
  }

  #forgetChoice(): void {
    this.asked = null;
    // Another list, though empty, would have every place of the board asked whether it is advised.
    if (untrack(() => this.thoughts.length)) this.thoughts = [];
    this.past = null;
    reasons.close();
  }

  /** What the last change sounds like. */
  #soundNow(): Sound {
    const winners = this.table?.result?.winners;
    if (!winners) return this.isMine ? "turn" : "token";
    const { held } = this.live;
    return held.length && !winners.some((each) => held.includes(each)) ? "end-lost" : "end-won";
  }

  /** Say something in the chat. */
  say(text: string): void {
    this.send({ do: "say", text, ...(this.seat === undefined ? { name: settings.name } : { seat: this.seat }) });
  }

  #furnish(): void {
    const { table } = this;
    if (!table || this.loaded?.game === table.game) return;
    loadGame(table.game).then(
      (found) => (this.loaded = found),
      (error: unknown) => (this.fault = faultOf(error)),
    );
    note(table);
  }

  /** When all have sat down, reveal the shares in the dice that this browser made for one's seats. */
  #reveal(): void {
    if (this.table)
      for (const command of revealing(this.table, this.live.held, this.#revealed)) this.live.send(command);
  }

  /** Sit down, with a share in the dice. */
  sit(seat: number, name: string): void {
    this.send({ do: "sit", seat, name, hash: newShare() });
  }

  /** Who has asked for a rematch is taken along when the others agree. */
  #follow(): void {
    let couldWait = false;
    $effect(() => {
      const { table } = this;
      if (!table) return;
      const hasAsked = this.live.held.some((seat) => table.rematch.includes(seat));
      if (table.next === null) couldWait = hasAsked;
      else if (couldWait) go(`/table/${table.next}`);
    });
  }

  play(move: number): void {
    if (this.seat === undefined) return;
    reasons.close();
    this.hasRoundEnded = false;
    const isLegal = this.legal.some((each) => each.id === move);
    if (isLegal && this.mustConfirm) this.asked = move;
    else this.live.move(this.seat, move);
    this.sheet.isPulled = false;
  }

  confirm(): void {
    if (this.asked !== null && this.seat !== undefined) this.live.move(this.seat, this.asked);
    this.asked = null;
  }

  send(command: Command): void {
    reasons.close();
    this.live.send(command);
  }

  async undo(): Promise<void> {
    const { seat, isAlone } = this;
    if (seat === undefined) return;
    if (isAlone || (await sure(t("ask.undo-others"), t("ask.undo-yes"))))
      this.send({ do: "undo", seat, version: this.live.version, agree: isAlone });
  }

  async resign(): Promise<void> {
    const { seat } = this;
    if (seat !== undefined && (await sure(t("table.resign-sure"), t("table.resign-yes"))))
      this.send({ do: "resign", seat });
  }

  /** End a match without a clock against somebody who has left; the server knows for how long. */
  async claim(win: boolean): Promise<void> {
    const { seat } = this;
    if (seat !== undefined && (await sure(t("table.claim-sure"), t("table.claim-yes"))))
      this.send({ do: "claim", seat, win });
  }

  async hint(): Promise<void> {
    if (this.seat === undefined) return;
    this.isThinking = true;
    try {
      const [position, asking] = [this.live.view, this.eyes];
      const found = await hintFor(this.id, this.seat);
      if (position === this.live.view && asking === this.eyes) this.thoughts = found.moves.slice(0, 3);
    } catch (error) {
      this.fault = faultOf(error);
    }
    this.isThinking = false;
  }

  async moveDevice(): Promise<void> {
    try {
      this.link = location.origin + (await linkFor(this.id, this.seat)).link;
    } catch (error) {
      this.fault = faultOf(error);
    }
  }

  /** Make the private link, and all others to this seat that nobody has used, worthless. */
  async revoke(): Promise<void> {
    try {
      await revokeLinks(this.id, this.seat);
      this.link = "";
    } catch (error) {
      this.fault = faultOf(error);
    }
  }

  async share(): Promise<void> {
    try {
      await navigator.clipboard.writeText(location.origin + at(`/table/${this.id}`));
      this.hasCopied = true;
    } catch {
      this.link = location.origin + at(`/table/${this.id}`);
    }
  }

  /** Show the table as it was after an entry. */
  async look(version: number): Promise<void> {
    try {
      const looking = this.eyes;
      const message = await versionOf(this.id, version, looking ?? undefined);
      const entry = this.entries.find((each) => each.version === version);
      const then = message.views[0];
      if (then && looking === this.eyes) this.past = { version, view: then, told: entry?.events ?? [] };
    } catch (error) {
      this.fault = faultOf(error);
    }
  }

  toPresent(): void {
    this.moments.clear();
    this.past = null;
  }

  /** Show again what happened since one moved oneself, on the board as it stood. */
  async replay(): Promise<void> {
    this.past = null;
    try {
      const looking = this.eyes;
      const { frames } = await film(this.id, looking ?? undefined);
      if (looking === this.eyes) this.moments.replay(stepsSince(frames, looking));
    } catch (error) {
      this.fault = faultOf(error);
    }
  }

  /** Open a tab, on a phone with the sheet that it is in. */
  show(tab: Tab): void {
    this.tab = tab;
    this.sheet.isPulled = true;
  }
}
