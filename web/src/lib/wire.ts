// Written by `make wire` from crates/table/src/message and crates/server/src/wire: change it there.

/** A cell: x to the east, y to the south. */
export type Cell = [number, number];

/**
 * What a page sends. `id` is chosen by the page: the answer repeats it, and sending the same one again is harmless.
 */
export type Ask = { "type": "hello", 
/**
 * The seat to view the table from; `null` for a watcher.
 */
seat: number | null, 
/**
 * The last version the page has seen from this seat: only what came after is sent.
 */
version: number | null, } | { "type": "act", 
/**
 * The page's id for this message.
 */
id: string, 
/**
 * The acting seat.
 */
seat: number, 
/**
 * `decision` of the choice it was taken from.
 */
decision: number, 
/**
 * The action, in notation.
 */
do: string, } | { "type": "undo", 
/**
 * The page's id for this message.
 */
id: string, 
/**
 * The acting seat.
 */
seat: number, 
/**
 * `decision` of the choice.
 */
decision: number, } | { "type": "restart", 
/**
 * The page's id for this message.
 */
id: string, 
/**
 * The acting seat.
 */
seat: number, 
/**
 * `decision` of the choice.
 */
decision: number, } | { "type": "preview", 
/**
 * The page's id for this message.
 */
id: string, 
/**
 * The seat whose board it is: one of the viewer's own.
 */
seat: number, 
/**
 * The tile.
 */
tile: string, } | { "type": "score", 
/**
 * The page's id for this message.
 */
id: string, 
/**
 * 1 to 3.
 */
round: number, 
/**
 * After placing this tile; `null` for the current board.
 */
with: Placed | null, } | { "type": "left", 
/**
 * The page's id for this message.
 */
id: string, 
/**
 * What one of the viewer's own seats knows; `null` for what a watcher knows.
 */
seat: number | null, } | { "type": "hint", 
/**
 * The page's id for this message.
 */
id: string, 
/**
 * The seat to act.
 */
seat: number, } | { "type": "position", 
/**
 * The page's id for this message.
 */
id: string, 
/**
 * The seat.
 */
seat: number, } | { "type": "standing", 
/**
 * The page's id for this message.
 */
id: string, 
/**
 * The seat.
 */
seat: number, 
/**
 * Whether its windows are passed from now on.
 */
pass: boolean, 
/**
 * Codes of kinds: asked anyway when the vizier can buy one of these (VZ2: he pays exactly).
 */
unless: Array<string>, 
/**
 * *Not now*: only the window after this turn is passed.
 */
not_now: boolean, } | { "type": "chat", 
/**
 * The page's id for this message.
 */
id: string, 
/**
 * 1 to 300 characters.
 */
text: string, } | { "type": "ping", 
/**
 * The page's id for this message.
 */
id: string, };

/**
 * What the server sends.
 */
export type FromServer = { "type": "snapshot" } & Snapshot | { "type": "update" } & Update | { "type": "done", 
/**
 * The id of the message.
 */
id: string, 
/**
 * The version that contains it, as the sender sees it.
 */
version: number, } | { "type": "refused", 
/**
 * The id of the message.
 */
id: string, 
/**
 * Why.
 */
refusal: RefusalView, } | { "type": "problem", 
/**
 * The id of the message, if it could be read.
 */
id: string | null, 
/**
 * What went wrong.
 */
problem: Problem, } | { "type": "preview", 
/**
 * The id of the message.
 */
id: string, 
/**
 * The answer.
 */
preview: PreviewView, } | { "type": "score", 
/**
 * The id of the message.
 */
id: string, 
/**
 * The answer.
 */
score: ScoreView, } | { "type": "left", 
/**
 * The id of the message.
 */
id: string, 
/**
 * The answer.
 */
left: LeftView, } | { "type": "hint", 
/**
 * The id of the message.
 */
id: string, 
/**
 * The best turns, best first.
 */
turns: Array<AdviceView>, } | { "type": "position", 
/**
 * The id of the message.
 */
id: string, 
/**
 * One line of text (`docs/notation.md`).
 */
position: string, } | { "type": "yours", 
/**
 * The seats to act.
 */
to_act: Array<number>, } | { "type": "pong", 
/**
 * The id of the question.
 */
id: string, } | { "type": "chat", 
/**
 * The messages.
 */
lines: Array<ChatLine>, } | { "type": "presence", 
/**
 * Everybody who has a name.
 */
here: Array<Person>, 
/**
 * The number of watchers.
 */
watchers: number, };

/**
 * The whole state, as far as the viewer may know it.
 */
export type Snapshot = { 
/**
 * The number of rows this viewer has been shown.
 */
version: number, 
/**
 * The seat the table is viewed from; `null` for a watcher.
 */
viewer: number | null, 
/**
 * The viewer's own seats.
 */
yours: Array<number>, 
/**
 * Who sits where.
 */
table: TableInfo, 
/**
 * The game, once it has begun.
 */
game: GameView | null, 
/**
 * The steps so far, as far as the viewer may know them.
 */
log: Array<LogEntry>, 
/**
 * The other face of each Granada tile (GR1), in both directions; empty if there are none.
 */
faces: { [key in string]: string }, };

/**
 * What one step changed.
 */
export type Update = { 
/**
 * One more than the previous version.
 */
version: number, 
/**
 * The step with everything it revealed; absent if the viewer may not know it (T8), or if there was none.
 */
step?: LogEntry, 
/**
 * What was revealed by a step that the viewer may not know.
 */
shows?: Array<Show>, 
/**
 * The whole log after steps were undone; replaces the page's.
 */
log?: Array<LogEntry>, 
/**
 * Seats, status or result changed.
 */
table?: TableInfo, 
/**
 * The parts that changed.
 */
changes?: GameChanges, };

/**
 * A step of the game.
 */
export type LogEntry = { 
/**
 * The seat.
 */
seat: number, 
/**
 * The action, in notation.
 */
do: string, 
/**
 * What it revealed, in order.
 */
shows?: Array<Show>, 
/**
 * The lengths of the board's walls and moats afterwards, if it changed the board.
 */
lengths?: LengthsView, };

/**
 * Something that was revealed; events are used only for animation.
 */
export type Show = { "what": "shuffle" } | { "what": "display", 
/**
 * Its place, 0 to 3.
 */
slot: number, 
/**
 * The card.
 */
card: string, } | { "what": "scoring", 
/**
 * 1 for A, 2 for B.
 */
round: number, } | { "what": "market", 
/**
 * Its space, 0 to 3.
 */
space: number, 
/**
 * The tile.
 */
tile: string, 
/**
 * Whether it is on Granada's half of the space (CO1).
 */
beside: boolean, } | { "what": "bazaar", 
/**
 * The tile.
 */
tile: string, } | { "what": "hut", 
/**
 * The tile.
 */
tile: string, } | { "what": "reveal", 
/**
 * Its owner.
 */
seat: number, 
/**
 * The card.
 */
card: string, } | { "what": "score" } & ScoreView | { "what": "dirk", 
/**
 * The tile.
 */
tile: string, } | { "what": "gain", 
/**
 * The seat that got it.
 */
seat: number, 
/**
 * The tile.
 */
tile: string, } | { "what": "left", 
/**
 * The tile.
 */
tile: string, };

/**
 * The scores of a round.
 */
export type SheetView = { 
/**
 * 1 to 3.
 */
round: number, 
/**
 * By seat.
 */
seats: Array<PointsView>, 
/**
 * Dirk's.
 */
dirk: PointsView | null, };

/**
 * What one player scores in a round.
 */
export type PointsView = { walls: number, moats: number, stretch: number, camps: number, bazaars: number, falcons: number, 
/**
 * By code of kind, without zeros.
 */
kinds: { [key in string]: number }, total: number, };

/**
 * A chat message.
 */
export type ChatLine = { 
/**
 * The number of the message at this table.
 */
number: number, 
/**
 * The sender.
 */
from: Person, 
/**
 * The text.
 */
text: string, 
/**
 * Seconds since 1970.
 */
at: number, };

/**
 * Everything a viewer sees.
 */
export type GameView = { 
/**
 * Whose turn it is and its current stage.
 */
turn: TurnView, 
/**
 * The building market.
 */
market: MarketView, 
/**
 * The four cards on offer; `null` where one is missing.
 */
display: Array<string | null>, 
/**
 * The money deck, the discard pile, the bags.
 */
deck: DeckView, 
/**
 * By seat.
 */
players: Array<PlayerView>, 
/**
 * Only with two players.
 */
dirk: DirkView | null, 
/**
 * The public state of modules.
 */
modules: ModulesView, 
/**
 * The time left, at tables with a clock.
 */
clock: ClockView | null, 
/**
 * The options of the viewer's seat; `null` for a watcher.
 */
choice: Choice | null, };

/**
 * The parts that changed; absent parts are unchanged. `players` has only the seats that changed.
 */
export type GameChanges = { turn?: TurnView, market?: MarketView, display?: Array<string | null>, deck?: DeckView, players?: Array<PlayerView>, dirk?: DirkView, modules?: ModulesView, clock?: ClockView, choice?: Choice, };

/**
 * The time left. No clock runs during a window: that would reveal who is asked (T8).
 */
export type ClockView = { 
/**
 * By seat: milliseconds left when the current clock was last started.
 */
left: number[], 
/**
 * When that was: milliseconds since 1970, by the server's clock.
 */
since: number, };

/**
 * The turn.
 */
export type TurnView = { 
/**
 * Whose turn it is, or was, until everything that follows it is done.
 */
seat: number, 
/**
 * The seat to act; `null` while a window waits (T8) and after the end.
 */
actor: number | null, 
/**
 * What the table waits for.
 */
stage: StageView, 
/**
 * Whether nothing has been done yet this turn.
 */
first: boolean, 
/**
 * Tiles that the actor still has to place.
 */
waiting: Array<string>, 
/**
 * Tiles given out at the end and not yet placed, by seat (E3).
 */
gained: Array<Array<string>>, 
/**
 * The market could not be refilled: the game ends (E1).
 */
closing: boolean, };

/**
 * What the table waits for.
 */
export type StageView = "action" | "chain" | "placing" | "placing_favour" | "placing_handout" | "window_before_scoring" | "window_after_turn" | "over";

/**
 * The building market.
 */
export type MarketView = { 
/**
 * Spaces 1 to 4.
 */
spaces: Array<SpaceView>, 
/**
 * Bazaars on sale next to it (BZ1).
 */
bazaars: Array<BazaarView>, 
/**
 * The marker: new Granada tiles show the odd price (GR2).
 */
odd: boolean, };

/**
 * A space of the market.
 */
export type SpaceView = { 
/**
 * The letter of its currency.
 */
currency: string, 
/**
 * The tile.
 */
tile: string | null, 
/**
 * The Granada tile on the same space in the combined game (CO1).
 */
beside: string | null, };

/**
 * A bazaar on sale (BZ2).
 */
export type BazaarView = { 
/**
 * The tile.
 */
tile: string, 
/**
 * The letter of its currency.
 */
currency: string, 
/**
 * The price of the tile on the space of its currency; `null` if that space is empty.
 */
price: number | null, };

/**
 * The money deck and everything else of which only the number is known.
 */
export type DeckView = { 
/**
 * Cards left in each of the five piles, the first on top.
 */
piles: Array<number>, 
/**
 * Cards A and B.
 */
scoring: Array<ScoringView>, 
/**
 * Cards in the discard pile.
 */
discard: number, 
/**
 * How often the discard pile was reshuffled into the deck (T7).
 */
shuffles: number, 
/**
 * Tiles in the bag.
 */
bag: number, 
/**
 * Tiles in Granada's bag in the combined game.
 */
granada_bag: number, };

/**
 * Where a scoring card is.
 */
export type ScoringView = { "at": "pile", 
/**
 * 0 to 4.
 */
pile: number, } | { "at": "aside" } | { "at": "drawn" };

/**
 * What a player has in front of them.
 */
export type PlayerView = { 
/**
 * The seat.
 */
seat: number, 
/**
 * Points so far.
 */
score: number, 
/**
 * Every tile on the board: code, x, y.
 */
board: Array<[string, number, number]>, 
/**
 * Granada's starting tile in the combined game (CO4).
 */
founded: [number, number] | null, 
/**
 * The reserve.
 */
reserve: Array<string>, 
/**
 * The number of cards in hand.
 */
hand_size: number, 
/**
 * The cards, if the viewer may know them.
 */
hand: Array<string> | null, 
/**
 * The longest wall, moat and stretch.
 */
lines: LinesView, };

/**
 * The longest wall, moat and stretch of a board: lengths and segments.
 */
export type LinesView = { 
/**
 * The lengths, in segments.
 */
lengths: LengthsView, 
/**
 * x, y, side of each segment of the longest wall.
 */
walls: Array<[number, number, string]>, 
/**
 * The same for the longest moat.
 */
moats: Array<[number, number, string]>, 
/**
 * The same for the longest stretch of both.
 */
stretch: Array<[number, number, string]>, };

/**
 * Dirk (N2).
 */
export type DirkView = { 
/**
 * His tiles.
 */
tiles: Array<string>, 
/**
 * His points.
 */
score: number, };

/**
 * The public state of modules; absent if a module is not in play.
 */
export type ModulesView = { 
/**
 * By seat, whether the vizier is awake (VZ1).
 */
vizier?: Array<boolean>, 
/**
 * By seat (BN2).
 */
bonus?: Array<BonusView>, 
/**
 * Six piles, Pavilion to Tower (HU1).
 */
huts?: Array<HutPile>, 
/**
 * All fifteen (FA1).
 */
falcons?: Array<FalconView>, };

/**
 * A player's bonus cards.
 */
export type BonusView = { 
/**
 * Revealed cards.
 */
laid: Array<string>, 
/**
 * The number in hand.
 */
held: number, 
/**
 * The cards in hand, for their owner.
 */
hand: Array<string> | null, };

/**
 * A pile of huts.
 */
export type HutPile = { 
/**
 * The face-up hut.
 */
top: string | null, 
/**
 * The number of face-down huts below it.
 */
below: number, };

/**
 * A falcon.
 */
export type FalconView = { 
/**
 * Its code.
 */
falcon: string, 
/**
 * `black`, `brown` or `white`.
 */
plumage: string, 
/**
 * The seat whose board it is on; `null` if it is in the supply.
 */
seat: number | null, 
/**
 * It lies at the north-west corner of this cell.
 */
point: [number, number] | null, };

/**
 * The options of a seat.
 */
export type Choice = { 
/**
 * The seat.
 */
seat: number, 
/**
 * Changes whenever the choice does; must be sent with every action.
 */
decision: number, 
/**
 * Whether the game waits for this seat.
 */
to_act: boolean, 
/**
 * The legal actions; empty unless `to_act`.
 */
options: Options, 
/**
 * For each tile on sale, whether the hand can pay for it, whoever's turn it is.
 */
means: Array<TileMeans>, 
/**
 * Actions that are possible out of turn, as lines of notation.
 */
free: Array<string>, 
/**
 * How many of its steps it can undo (T6).
 */
undo: number, 
/**
 * Its standing answer to vizier windows (VZ4).
 */
standing: Standing, };

/**
 * Whether a hand can pay for a tile on sale.
 */
export type TileMeans = { 
/**
 * The tile.
 */
tile: string, 
/**
 * Whether it can be paid for.
 */
means: MeansView, };

/**
 * Whether a hand can pay a price.
 */
export type MeansView = { "state": "exact" } | { "state": "over", 
/**
 * The smallest possible payment.
 */
pay: number, } | { "state": "short", 
/**
 * How much is missing.
 */
by: number, } | { "state": "not_exact" };

/**
 * A standing answer for when the vizier is asked out of turn (VZ4).
 */
export type Standing = { 
/**
 * The vizier's windows are passed until this is withdrawn.
 */
pass: boolean, 
/**
 * Codes of kinds: asked anyway when the vizier can buy one of these.
 */
unless: Array<string>, 
/**
 * The window after this turn is passed, however often it opens.
 */
not_now: boolean, };

/**
 * The legal actions in groups. `do` is the action as a line of notation.
 */
export type Options = { 
/**
 * `take <cards>` (M1).
 */
takes: Array<Array<string>>, 
/**
 * `buy <tile> with <cards>` (B1).
 */
buys: Array<BuyChoice>, 
/**
 * `place <tile> x,y`, `place <tile> x,y flip <cards>`, `reserve <tile>`, `dirk <tile>` (T4).
 */
places: Array<PlaceChoice>, 
/**
 * `build <tile> x,y` (D1).
 */
builds: Array<CellsChoice>, 
/**
 * `remove x,y` (D1).
 */
removes: Array<[number, number]>, 
/**
 * `exchange <tile> x,y` (D1).
 */
exchanges: Array<CellsChoice>, 
/**
 * `end` (T6).
 */
end: boolean, 
/**
 * Actions of modules.
 */
modules: ModuleChoices, };

/**
 * A tile that can be paid for.
 */
export type BuyChoice = { tile: string, 
/**
 * The letter of the currency required.
 */
currency: string, price: number, 
/**
 * Payments without superfluous cards (B4).
 */
payments: Array<PaymentChoice>, };

/**
 * Cards that pay for a tile.
 */
export type PaymentChoice = { 
/**
 * The cards.
 */
cards: Array<string>, 
/**
 * Paid exactly: the seat acts again (B3).
 */
exact: boolean, };

/**
 * A tile that can be placed, with this face up.
 */
export type PlaceChoice = { 
/**
 * The tile, with the face that would be up.
 */
tile: string, 
/**
 * Legal cells.
 */
cells: Array<[number, number]>, 
/**
 * Payments for turning it over (GR3); empty if this face is already up.
 */
flips: Array<Array<string>>, 
/**
 * Whether it can go to the reserve.
 */
reserve: boolean, 
/**
 * Whether it can be given to Dirk (N4).
 */
dirk: boolean, };

/**
 * A tile in the reserve and its legal cells.
 */
export type CellsChoice = { tile: string, cells: Array<[number, number]>, };

/**
 * Actions of modules.
 */
export type ModuleChoices = { 
/**
 * `vizier <tile> with <cards>`, paid exactly (VZ2).
 */
vizier: Array<BuyChoice>, 
/**
 * `wake` (VZ5).
 */
wake: boolean, 
/**
 * `pass`: declines in a window.
 */
pass: boolean, 
/**
 * `reveal <card>` (BN2).
 */
reveals: Array<string>, 
/**
 * `hut <tile>` (HU2).
 */
huts: Array<string>, 
/**
 * `falcon <falcon> x,y with <card>` (FA2).
 */
falcons: Array<FalconChoice>, 
/**
 * `done`: no more falcons.
 */
done: boolean, };

/**
 * A falcon and the points where it may be placed; any money card in hand pays for it.
 */
export type FalconChoice = { 
/**
 * Its code.
 */
falcon: string, 
/**
 * The north-west corners of these cells.
 */
points: Array<[number, number]>, 
/**
 * The cards that can pay for it.
 */
cards: Array<string>, };

/**
 * Why an action is refused: the rule and the place. Turning it into words is the page's job.
 */
export type RefusalView = { 
/**
 * The id of the rule in `docs/rules.md`.
 */
rule: string, 
/**
 * A stable identifier of the reason, like `sides-clash`.
 */
reason: string, 
/**
 * The tile at fault.
 */
tile?: string, 
/**
 * The cell at fault.
 */
cell?: [number, number], 
/**
 * The side at fault, seen from the cell: `n`, `e`, `s` or `w`.
 */
side?: string, };

/**
 * The lengths of a board's walls and moats, in segments.
 */
export type LengthsView = { walls: number, moats: number, stretch: number, };

/**
 * A cell with the lengths after the move, or the reason why the tile cannot be placed there.
 */
export type CellAnswer = { 
/**
 * The cell.
 */
cell: [number, number], 
/**
 * The move is legal; these would be the lengths.
 */
after?: LengthsView, 
/**
 * The move is illegal.
 */
refusal?: RefusalView, };

/**
 * Where a tile may be placed on a seat's board.
 */
export type PreviewView = { 
/**
 * The tile.
 */
tile: string, 
/**
 * The current lengths.
 */
now: LengthsView, 
/**
 * Every cell of the board and every cell that touches it, including at a corner.
 */
place: Array<CellAnswer>, 
/**
 * Every tile of the board, as if exchanged for this one.
 */
exchange: Array<CellAnswer>, };

/**
 * A tile placed on a cell of the viewer's own board.
 */
export type Placed = { 
/**
 * One of the viewer's own seats.
 */
seat: number, 
/**
 * The tile.
 */
tile: string, 
/**
 * The cell.
 */
cell: [number, number], };

/**
 * One player's line in a majority.
 */
export type RankView = { 
/**
 * The seat; `null` is Dirk.
 */
seat: number | null, 
/**
 * The number of buildings that count.
 */
count: number, 
/**
 * The highest price, which breaks ties in Granada (GR5).
 */
dearest: number, 
/**
 * The rank, starting at 1.
 */
place: number, 
/**
 * How many players share it.
 */
level: number, 
/**
 * The points.
 */
points: number, };

/**
 * What everybody would score if a round came now, broken down.
 */
export type ScoreView = { 
/**
 * The points.
 */
sheet: SheetView, 
/**
 * By seat, the segments of the longest wall.
 */
walls: Array<Array<[number, number, string]>>, 
/**
 * By seat, those of the longest moat.
 */
moats: Array<Array<[number, number, string]>>, 
/**
 * By seat, those of the longest stretch of both.
 */
stretch: Array<Array<[number, number, string]>>, 
/**
 * By code of kind: everybody who has the kind, best first.
 */
ranks: Array<[string, Array<RankView>]>, 
/**
 * By code of kind: what each rank pays, first rank first.
 */
pays: Array<[string, Array<number>]>, };

/**
 * The tiles and cards that are not visible.
 */
export type LeftView = { 
/**
 * The tiles in the bags; Granada tiles are listed with their even face.
 */
tiles: Array<string>, 
/**
 * The cards in the deck and in hands that the viewer does not know.
 */
cards: Array<string>, };

/**
 * A possible turn, with reasons.
 */
export type AdviceView = { 
/**
 * All of its actions in notation, the next one first.
 */
actions: Array<string>, 
/**
 * The probability of winning with it.
 */
win: number, 
/**
 * The expected lead over the mean of the other players, in points.
 */
lead: number, 
/**
 * Expected points gained compared with doing nothing: the sum of `sources`.
 */
gain: number, 
/**
 * Where these points come from.
 */
sources: GainSources, 
/**
 * Everybody's chance to win with it, by seat.
 */
chances: Array<number>, 
/**
 * Everybody's chance to win if nothing were done in this turn, by seat.
 */
without: Array<number>, 
/**
 * In how many futures it was tried.
 */
futures: number, 
/**
 * Facts in its favour.
 */
reasons: Array<ReasonView>, };

/**
 * Expected points by source.
 */
export type GainSources = { 
/**
 * Majorities, minus what the others get for them.
 */
majorities: number, 
/**
 * Walls, moats, and stretches where both run side by side.
 */
walls: number, 
/**
 * Points from modules.
 */
modules: number, 
/**
 * Room to build, and tiles waiting for it.
 */
room: number, 
/**
 * Money in hand, valued by what it can buy.
 */
money: number, 
/**
 * Added by looking ahead.
 */
foresight: number, };

/**
 * A fact in favour of a turn.
 */
export type ReasonView = { "why": "exact", 
/**
 * The tile.
 */
tile: string, } | { "why": "lead", 
/**
 * The kind.
 */
kind: string, 
/**
 * Whether the lead is only shared.
 */
shared: boolean, 
/**
 * Expected points gained.
 */
points: number, } | { "why": "wall", 
/**
 * `walls`, `moats` or `stretch`.
 */
line: string, 
/**
 * Before the turn.
 */
from: number, 
/**
 * After it.
 */
to: number, } | { "why": "denied", 
/**
 * The tile.
 */
tile: string, 
/**
 * The rival.
 */
seat: number, 
/**
 * Whether the rival could have paid exactly.
 */
exact: boolean, } | { "why": "affordable", 
/**
 * The tile.
 */
tile: string, };

/**
 * What one player has when a round is scored.
 */
export type PadCount = { 
/**
 * Buildings by code of kind, including those added by huts and bonus cards.
 */
kinds: { [key in string]: number }, 
/**
 * The highest price by code of kind: Granada's tie-break (GR5).
 */
highest: { [key in string]: number }, 
/**
 * Segments of the longest wall.
 */
walls: number, 
/**
 * Segments of the longest moat.
 */
moats: number, 
/**
 * Segments of the longest stretch where wall and moat run side by side.
 */
stretch: number, 
/**
 * Tiles in line with bastions, in total: a point each (CA5).
 */
camps: number, 
/**
 * Points from bazaars (BZ4).
 */
bazaars: number, 
/**
 * Falcons: black, brown, white.
 */
falcons: [number, number, number], };

/**
 * A round to be scored.
 */
export type PadAsk = { 
/**
 * The setup.
 */
setup: SetupView, 
/**
 * 1, 2 or 3.
 */
round: number, 
/**
 * By player.
 */
players: Array<PadCount>, 
/**
 * Dirk's buildings, with two players (N3).
 */
dirk: PadCount | null, 
/**
 * The number of tiles left in each bag, which decides what Dirk draws.
 */
bags: Array<number>, };

/**
 * The result.
 */
export type PadView = { 
/**
 * The points.
 */
sheet: SheetView, 
/**
 * By code of kind: everybody who has the kind, best first.
 */
ranks: Array<[string, Array<RankView>]>, 
/**
 * By code of kind: what each rank pays, first rank first.
 */
pays: Array<[string, Array<number>]>, 
/**
 * How many tiles Dirk draws from each bag after this round (N2).
 */
dirk_draws: Array<number>, };

/**
 * What went wrong.
 */
export type ProblemKind = "malformed" | "invalid" | "no-session" | "wrong-password" | "banned" | "cross-origin" | "not-yours" | "not-found" | "stale" | "wrong-time" | "taken" | "too-large" | "wrong-method" | "wrong-form" | "too-many" | "frozen" | "internal" | "retry" | "full";

/**
 * An error.
 */
export type Problem = { 
/**
 * The kind of problem; `docs/protocol.md` lists them.
 */
type: ProblemKind, 
/**
 * One sentence for people.
 */
title: string, 
/**
 * Details of this case.
 */
detail?: string, };

/**
 * The setup; the same words as in a record's `setup`.
 */
export type SetupView = { 
/**
 * `alhambra`, `granada` or `combined`.
 */
game: string, 
/**
 * 2 to 6.
 */
players: number, 
/**
 * Names of modules.
 */
modules: Array<string>, 
/**
 * Granada's simplified scoring (GR6).
 */
simplified: boolean, 
/**
 * The combined game ends as in the English rulebook (CO6).
 */
english_end: boolean, };

/**
 * The state of a table.
 */
export type Status = "lobby" | "playing" | "over" | "abandoned";

/**
 * A player's colour on the page; each also has an emblem.
 */
export type Colour = "saffron" | "sky" | "jade" | "indigo" | "brick" | "plum";

/**
 * How strong a bot plays.
 */
export type BotLevel = "novice" | "apprentice" | "builder" | "architect" | "grandmaster";

/**
 * The time control.
 */
export type Pace = { "kind": "free" } | { "kind": "move", 
/**
 * Seconds, 5 to 3600.
 */
seconds: number, } | { "kind": "player", 
/**
 * Minutes for the whole game, 1 to 240.
 */
minutes: number, 
/**
 * Seconds added, 0 to 300.
 */
increment: number, } | { "kind": "days", 
/**
 * Days, 1 to 14.
 */
days: number, };

/**
 * A player.
 */
export type Person = { 
/**
 * A permanent id that reveals nothing.
 */
id: string, 
/**
 * The name they chose.
 */
name: string, };

/**
 * Who sits in a seat.
 */
export type Occupant = { "kind": "open" } | { "kind": "person", 
/**
 * The person's id.
 */
person: string, 
/**
 * The name shown at this seat.
 */
name: string, 
/**
 * They left or ran out of time: a bot plays until they return.
 */
away: boolean, } | { "kind": "bot", 
/**
 * Its strength.
 */
level: BotLevel, };

/**
 * A seat at a table.
 */
export type SeatInfo = { 
/**
 * Who sits there.
 */
occupant: Occupant, 
/**
 * The colour on the page.
 */
colour: Colour, 
/**
 * Whether the seat has contributed to the seed.
 */
nonce: boolean, };

/**
 * The result of a game.
 */
export type ResultView = { 
/**
 * Points by seat.
 */
scores: Array<number>, 
/**
 * Dirk's.
 */
dirk: number | null, 
/**
 * The winners.
 */
winners: Array<number>, };

/**
 * Why a table was abandoned.
 */
export type Ending = "expired" | "agreed" | "host_left" | "removed";

/**
 * Which deal of which duplicate match is played.
 */
export type DealOf = { 
/**
 * The match.
 */
code: string, 
/**
 * Which deal, from 1.
 */
deal: number, };

/**
 * A table.
 */
export type TableInfo = { 
/**
 * Its id, used in addresses.
 */
id: string, 
/**
 * Six letters to share with friends.
 */
code: string, 
/**
 * Its state.
 */
status: Status, 
/**
 * The setup.
 */
setup: SetupView, 
/**
 * By seat.
 */
seats: Array<SeatInfo>, 
/**
 * The person who created it.
 */
host: string, 
/**
 * Whether it is listed for everybody; otherwise it is found by link or code only.
 */
public: boolean, 
/**
 * Whether players see each other's hands, which they could also know by counting.
 */
open_hands: boolean, 
/**
 * Whether the contents of bag and deck are hidden.
 */
hide_left: boolean, 
/**
 * Whether only players may watch while the game runs.
 */
no_watchers: boolean, 
/**
 * Whether hints are allowed.
 */
hints: boolean, 
/**
 * The time control.
 */
pace: Pace, 
/**
 * SHA-256 of the server's secret, in hex: published before the seats contribute their nonces.
 */
commitment: string, 
/**
 * The result, once the game is over.
 */
result: ResultView | null, 
/**
 * Why it was abandoned, if it was.
 */
ending: Ending | null, 
/**
 * The ids of those who agree to end the game without a result.
 */
stop: Array<string>, 
/**
 * The table of the rematch.
 */
rematch: string | null, 
/**
 * Which deal of which duplicate is played here.
 */
duplicate?: DealOf, };

/**
 * A table in a list.
 */
export type TableLine = { 
/**
 * The table.
 */
table: TableInfo, 
/**
 * Whether it is the viewer's turn there.
 */
your_turn: boolean, 
/**
 * Seconds since 1970, of the last activity, to within ten seconds.
 */
changed_at: number, };

/**
 * A game at a glance, as everybody at its table sees it.
 */
export type Glance = { 
/**
 * The number of rounds scored.
 */
rounds: number, 
/**
 * By seat.
 */
points: Array<number>, 
/**
 * The seat to act; `null` while a window waits (T8) and after the end.
 */
actor: number | null, 
/**
 * Whose board it is: the viewer's own, or the first seat's.
 */
seat: number, 
/**
 * Every tile on that board: code, x, y.
 */
board: Array<[string, number, number]>, };

/**
 * A turn of a finished game: what everybody would have had if the next round had come after it.
 */
export type CourseTurn = { 
/**
 * By seat.
 */
points: Array<number>, 
/**
 * Dirk's.
 */
dirk: number | null, };

/**
 * The current person, and what a page needs at the start.
 */
export type Me = { 
/**
 * `null` if there is no session yet.
 */
person: Person | null, 
/**
 * Whether the person has an account.
 */
kept: boolean, 
/**
 * Whether the person is a moderator; absent otherwise.
 */
moderator?: boolean, 
/**
 * The number of unread notifications.
 */
unread: number, 
/**
 * The version of the rules.
 */
rules: number, };

/**
 * `POST /api/session`
 */
export type NewSession = { 
/**
 * 1 to 24 characters.
 */
name: string, };

/**
 * `POST /api/session/name`
 */
export type NewName = { 
/**
 * 1 to 24 characters.
 */
name: string, };

/**
 * Who takes a seat at a new table.
 */
export type SeatWish = { "kind": "me", 
/**
 * Another name for this seat, on a shared screen.
 */
name: string | null, } | { "kind": "open" } | { "kind": "bot", 
/**
 * Its strength.
 */
level: BotLevel, };

/**
 * `POST /api/tables`
 */
export type NewTable = { 
/**
 * The setup; `players` is the number of seats.
 */
setup: SetupView, 
/**
 * By seat.
 */
seats: Array<SeatWish>, 
/**
 * Whether seats are shuffled at the start.
 */
shuffle: boolean, 
/**
 * Whether it is listed for everybody.
 */
public: boolean, 
/**
 * Whether players see each other's hands, which they could also know by counting.
 */
open_hands: boolean, 
/**
 * Whether the contents of bag and deck are hidden.
 */
hide_left: boolean, 
/**
 * Whether only players may watch while the game runs.
 */
no_watchers: boolean, 
/**
 * Whether hints are allowed.
 */
hints: boolean, 
/**
 * The time control.
 */
pace: Pace, };

/**
 * `POST /api/tables/{table}/join`; also takes your seat back from the bot that stood in.
 */
export type SeatPick = { 
/**
 * The seat; any open one if absent.
 */
seat: number | null, 
/**
 * Another name for this seat, on a shared screen.
 */
name: string | null, };

/**
 * `POST /api/tables/{table}/bot`, for the host.
 */
export type AddBot = { 
/**
 * An open seat.
 */
seat: number, 
/**
 * Its strength.
 */
level: BotLevel, };

/**
 * `POST /api/tables/{table}/nonce`: the seat's contribution to the seed, made after seeing the commitment.
 */
export type NewNonce = { 
/**
 * Your own seat.
 */
seat: number, 
/**
 * 32 random bytes, hex.
 */
nonce: string, };

/**
 * `POST /api/account`: creates an account by protecting the current name with a password.
 */
export type KeepName = { 
/**
 * 8 to 200 characters.
 */
password: string, };

/**
 * An account was created. The recovery code is shown only this once: the server stores its hash.
 */
export type Kept = { 
/**
 * The person.
 */
person: Person, 
/**
 * Allows setting a new password if the old one is forgotten.
 */
recovery: string, };

/**
 * `POST /api/account/sign-in`
 */
export type SignIn = { 
/**
 * The account's name, in upper or lower case.
 */
name: string, 
/**
 * Its password.
 */
password: string, };

/**
 * `POST /api/account/recover`: sets a new password after the old one was forgotten. All sessions end except the new one.
 */
export type Recover = { 
/**
 * The account's name.
 */
name: string, 
/**
 * The recovery code.
 */
recovery: string, 
/**
 * The new password.
 */
password: string, };

/**
 * `POST /api/account/password`. All other sessions end.
 */
export type NewPassword = { 
/**
 * The current password.
 */
old: string, 
/**
 * The new password.
 */
new: string, };

/**
 * `POST /api/account/recovery` issues a new recovery code; `POST /api/account/delete` deletes the account.
 */
export type Confirm = { 
/**
 * The password; guests have none.
 */
password: string | null, };

/**
 * A rating for one game and number of players (Weng and Lin's Bayesian ratings; everybody begins at 25 ± 8.33).
 */
export type RatingView = { 
/**
 * `alhambra`, `granada` or `combined`.
 */
game: string, 
/**
 * 2 to 6.
 */
players: number, 
/**
 * The estimate.
 */
rating: number, 
/**
 * The uncertainty.
 */
uncertainty: number, 
/**
 * The order of leaderboards: a conservative estimate, from 0 upwards.
 */
points: number, 
/**
 * The number of rated games.
 */
games: number, };

/**
 * `GET /api/ratings/{game}/{players}`: an entry of the leaderboard.
 */
export type RatingLine = { 
/**
 * The player.
 */
person: Person, 
/**
 * Their rating.
 */
rating: RatingView, };

/**
 * A finished game of a person.
 */
export type Placing = { 
/**
 * The table.
 */
table: string, 
/**
 * `alhambra`, `granada` or `combined`.
 */
game: string, 
/**
 * 2 to 6.
 */
players: number, 
/**
 * The rank, starting at 1; players who left rank last.
 */
place: number, 
/**
 * Points in the game.
 */
score: number, 
/**
 * The rating before and after; absent if the game was not rated.
 */
points: [number, number] | null, 
/**
 * Seconds since 1970.
 */
at: number, };

/**
 * `GET /api/people/{person}`: a public profile.
 */
export type Profile = { 
/**
 * The person.
 */
person: Person, 
/**
 * Whether the name belongs to an account: nobody else can have it.
 */
kept: boolean, 
/**
 * Seconds since 1970, when they were first seen.
 */
since: number, 
/**
 * By game and number of players.
 */
ratings: Array<RatingView>, 
/**
 * The latest finished games.
 */
placings: Array<Placing>, };

/**
 * The subject of a notification.
 */
export type NoticeKind = "your_turn" | "ended" | "invited" | "removed" | "taken_over";

/**
 * A notification about a table.
 */
export type Notice = { 
/**
 * The subject.
 */
kind: NoticeKind, 
/**
 * The table.
 */
table: TableInfo, 
/**
 * Whether it has been read.
 */
read: boolean, 
/**
 * Seconds since 1970.
 */
at: number, };

/**
 * `GET /api/notices`, latest first.
 */
export type Notices = { 
/**
 * At most one of each kind per table.
 */
notices: Array<Notice>, 
/**
 * The number of unread ones.
 */
unread: number, 
/**
 * Send this to `POST /api/notices/read` to mark these, but none that came later, as read.
 */
mark: number, };

/**
 * `POST /api/notices/read`
 */
export type ReadMark = { 
/**
 * `mark` from the list of notifications.
 */
mark: number, };

/**
 * `GET /api/push`: what a browser needs to subscribe (RFC 8292).
 */
export type PushKey = { 
/**
 * The site's public key: `applicationServerKey` of `pushManager.subscribe`.
 */
key: string, 
/**
 * The number of your subscribed browsers.
 */
browsers: number, };

/**
 * `POST /api/push`: the result of `pushManager.subscribe`. A person's latest ten browsers are kept.
 */
export type PushTo = { 
/**
 * The browser's endpoint at its push service: https, with a public address.
 */
endpoint: string, 
/**
 * `keys.p256dh`: its public key.
 */
p256dh: string, 
/**
 * `keys.auth`: the shared secret.
 */
auth: string, };

/**
 * `POST /api/push/end`
 */
export type PushEnd = { 
/**
 * The endpoint that was subscribed.
 */
endpoint: string, };

/**
 * `GET /api/moderation/reports`: an open report.
 */
export type OpenReport = { 
/**
 * Its number, used to close it.
 */
id: string, 
/**
 * Seconds since 1970.
 */
at: number, 
/**
 * Who reported.
 */
reporter: Person, 
/**
 * The person reported.
 */
person: Person, 
/**
 * The table.
 */
table: string | null, 
/**
 * The chat message as it was.
 */
said: string | null, 
/**
 * The reason.
 */
text: string, };

/**
 * A banned person.
 */
export type Ban = { 
/**
 * The person.
 */
person: Person, 
/**
 * The reason they are shown.
 */
reason: string, };

/**
 * `POST /api/moderation/bans`
 */
export type NewBan = { 
/**
 * The person's id.
 */
person: string, 
/**
 * The reason they are shown: 1 to 300 characters.
 */
reason: string, };

/**
 * `POST /api/daily/{date}`: a finished game of that day's deal.
 */
export type NewDailyResult = { 
/**
 * The record of the game.
 */
record: unknown, };

/**
 * A result.
 */
export type DailyLine = { 
/**
 * The player.
 */
person: Person, 
/**
 * Their points.
 */
points: number, 
/**
 * How many bots scored more.
 */
beaten_by: number, 
/**
 * Their rank; equal points share one.
 */
place: number, };

/**
 * The results of a day.
 */
export type DailyBoard = { 
/**
 * The date: `2026-11-17`.
 */
date: string, 
/**
 * The number of players.
 */
played: number, 
/**
 * The leaderboard, up to a hundred.
 */
best: Array<DailyLine>, 
/**
 * The viewer's own result, if they played.
 */
yours: DailyLine | null, };

/**
 * Something worth learning that a player did in a game. The names are part of stored summaries: never change one.
 */
export type Feat = "exact" | "chain" | "thrifty" | "wall" | "ring" | "redesign" | "majorities" | "comeback" | "gained" | "vizier" | "bureau" | "bonus" | "huts" | "camps" | "bazaars" | "falcons" | "flip" | "stretch";

/**
 * A feat, and when it happened.
 */
export type FeatDone = { 
/**
 * Which.
 */
feat: Feat, 
/**
 * The number of steps of the game's record after which it had happened.
 */
step: number, };

/**
 * One of the bots of a game.
 */
export type BotResult = { 
/**
 * How strong.
 */
level: BotLevel, 
/**
 * How many bots of its level sat before it: which of the two characters it was.
 */
nth: number, 
/**
 * Its points.
 */
points: number, };

/**
 * A finished game of one person against bots, in a few numbers.
 */
export type GameSummary = { 
/**
 * The table's id: a game counts once.
 */
table: string, 
/**
 * Its code.
 */
code: string, 
/**
 * When it ended: seconds since 1970.
 */
at: number, 
/**
 * `alhambra`, `granada` or `combined`.
 */
game: string, 
/**
 * Names of modules.
 */
modules: Array<string>, 
/**
 * Whether the table gave hints.
 */
hints: boolean, 
/**
 * The others.
 */
bots: Array<BotResult>, 
/**
 * The player's points.
 */
points: number, 
/**
 * Those of them for buildings.
 */
for_buildings: number, 
/**
 * Those of them for walls, moats, and stretches of both.
 */
for_walls: number, 
/**
 * The player's place; ties share one.
 */
place: number, 
/**
 * Whether they won, alone or with others.
 */
won: boolean, 
/**
 * The longest wall or moat they had at any time.
 */
longest: number, 
/**
 * How many tiles they bought.
 */
bought: number, 
/**
 * How many of them for exactly the price.
 */
exact: number, 
/**
 * The buildings of their city at the end, by code of kind; those that are not 0.
 */
kinds: { [key in string]: number }, 
/**
 * In the order in which they happened.
 */
feats: Array<FeatDone>, };

/**
 * `POST /api/progress`: games that count towards the caller's progress.
 */
export type NewProgress = { 
/**
 * Up to a hundred. A game that is already stored stays as it is.
 */
games: Array<GameSummary>, };

/**
 * How many games are stored now.
 */
export type KeptProgress = { 
/**
 * Games in all.
 */
games: number, };

/**
 * `GET /api/progress`: some of the caller's games.
 */
export type Progress = { 
/**
 * In the order of their tables' ids.
 */
games: Array<GameSummary>, 
/**
 * Whether there are more, after the last of these.
 */
more: boolean, };

/**
 * `POST /api/duplicates`: opens a match.
 */
export type NewDuplicate = { 
/**
 * What the match is called, 1 to 40 characters.
 */
name: string, 
/**
 * What is played.
 */
setup: SetupView, 
/**
 * Who sits in the seats after the player's; no grandmasters.
 */
bots: Array<BotLevel>, 
/**
 * The number of deals, 1 to 8.
 */
deals: number, 
/**
 * How many days it stays open, 1 to 28.
 */
days: number, };

/**
 * How far somebody has got with a deal.
 */
export type DealState = "new" | "playing" | "over" | "late" | "unverified" | "given_up";

/**
 * Somebody's result in a deal.
 */
export type DealLine = { 
/**
 * The player.
 */
person: Person, 
/**
 * Their points.
 */
points: number, 
/**
 * The difference from the mean, in tenths of a point.
 */
difference: number, 
/**
 * The table they played it at, for a replay.
 */
table: string, };

/**
 * A deal of a match, as the current person may see it.
 */
export type DealView = { 
/**
 * Its number, starting at 1.
 */
number: number, 
/**
 * How far the current person has got.
 */
state: DealState, 
/**
 * Their table, if they have started it.
 */
table: string | null, 
/**
 * Their points, if they have finished it.
 */
points: number | null, 
/**
 * How many have finished it.
 */
finished: number, 
/**
 * Whether they may see how others did: they have finished it themselves, or the match is closed.
 */
open: boolean, 
/**
 * The mean of everyone who has finished it, in tenths of a point, if it may be seen.
 */
mean: number | null, 
/**
 * Everybody's results, best first, if they may be seen.
 */
results: Array<DealLine>, };

/**
 * Somebody who plays in a match.
 */
export type DuplicateRank = { 
/**
 * The player.
 */
person: Person, 
/**
 * How many deals of the match they have finished.
 */
finished: number, 
/**
 * Their place over the deals that may be seen; equal results share one. `null` if they have finished none of these.
 */
place: number | null, 
/**
 * How many of these deals they have finished.
 */
counted: number, 
/**
 * The sum of their differences from the means of these deals, in tenths of a point.
 */
total: number, };

/**
 * A match.
 */
export type DuplicateMatch = { 
/**
 * Six letters, by which friends can join.
 */
code: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * Who opened it; `null` if their account was deleted.
 */
host: Person | null, 
/**
 * What is played.
 */
setup: SetupView, 
/**
 * Who sits in the seats after the player's.
 */
bots: Array<BotLevel>, 
/**
 * Seconds since 1970.
 */
closes_at: number, 
/**
 * Whether it is closed.
 */
closed: boolean, 
/**
 * SHA-256 of the secret from which all deals follow, hex.
 */
commitment: string, 
/**
 * The secret, once the match is closed.
 */
secret: string | null, 
/**
 * Its deals.
 */
deals: Array<DealView>, 
/**
 * Everybody who plays, best first.
 */
ranking: Array<DuplicateRank>, };

/**
 * A match in a list.
 */
export type DuplicateLine = { 
/**
 * Six letters.
 */
code: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * `alhambra`, `granada` or `combined`.
 */
game: string, 
/**
 * How many deals it has.
 */
deals: number, 
/**
 * How many of them the current person has finished.
 */
finished: number, 
/**
 * Seconds since 1970.
 */
closes_at: number, 
/**
 * Whether it is closed.
 */
closed: boolean, };

/**
 * `POST /api/blocks`: hides a person's chat; they can no longer join your tables or invite you.
 */
export type NewBlock = { 
/**
 * The person's id.
 */
person: string, };

/**
 * `POST /api/reports`: reports a person to the moderators.
 */
export type NewReport = { 
/**
 * The person's id.
 */
person: string, 
/**
 * The table where it happened.
 */
table: string | null, 
/**
 * The number of a chat message there.
 */
line: number | null, 
/**
 * The reason, 1 to 500 characters.
 */
text: string, };

/**
 * `POST /api/tables/{table}/invite`, for players before the start.
 */
export type Invite = { 
/**
 * A person's id, or an account's name.
 */
who: string, };

/**
 * `POST /api/tables/{table}/stop`: ends the game without a result once everybody still playing agrees.
 */
export type Stop = { 
/**
 * `false` withdraws the agreement.
 */
agree: boolean, };

/**
 * `POST /api/tables/{table}/seat`, before the start: changes the place or colour of your own seat.
 */
export type NewSeat = { 
/**
 * Your own seat.
 */
seat: number, 
/**
 * An open seat to move to.
 */
to: number | null, 
/**
 * A colour that no other person has.
 */
colour: Colour | null, };

/**
 * All data stored about you: `GET /api/account/data`.
 */
export type MyData = { 
/**
 * Your public profile.
 */
profile: Profile, 
/**
 * Every table you sat at.
 */
tables: Array<TableInfo>, 
/**
 * Your chat messages.
 */
said: Array<SaidLine>, 
/**
 * The people you have blocked.
 */
blocks: Array<Person>, 
/**
 * Your reports.
 */
reports: Array<NewReport>, 
/**
 * Your notifications.
 */
notices: Array<Notice>, 
/**
 * Your browsers with push notifications.
 */
browsers: Array<BrowserLine>, 
/**
 * Your games against bots.
 */
progress: Array<GameSummary>, 
/**
 * Duplicate matches that you opened or play in.
 */
duplicates: Array<DuplicateLine>, };

/**
 * A chat message.
 */
export type SaidLine = { 
/**
 * The table.
 */
table: string, 
/**
 * The text.
 */
text: string, 
/**
 * Seconds since 1970.
 */
at: number, };

/**
 * A browser with push notifications.
 */
export type BrowserLine = { 
/**
 * Its endpoint at its push service.
 */
endpoint: string, 
/**
 * Seconds since 1970, when it last subscribed.
 */
at: number, };

/** The currency that a bazaar shows is printed on it; it is not part of its code. */
export const BAZAAR_COIN: Readonly<Record<string, string>> = {
  bSAG: "h",
  bSAT: "u",
  bPSC: "f",
  bPSG: "d",
  bPAC: "f",
  bPGT: "h",
  bACT: "d",
  bCGT: "u",
};
