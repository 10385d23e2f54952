// Written by `make wire` from crates/table/src/message and crates/server/src/wire: change it there.

/** A cell: x to the east, y to the south. */
export type Cell = [number, number];

/**
 * What a page sends. `id` is the page's own: an answer carries it back, and sending the same one again is harmless.
 */
export type Ask = { "type": "hello", 
/**
 * Look through this seat; `null`: as a watcher.
 */
seat: number | null, 
/**
 * The last version the page has seen through the same eyes: then only what came after is sent.
 */
version: number | null, } | { "type": "act", 
/**
 * The page's own number of this message.
 */
id: string, 
/**
 * For which seat.
 */
seat: number, 
/**
 * `decision` of the choice it was picked from.
 */
decision: number, 
/**
 * The action, a line of notation.
 */
do: string, } | { "type": "undo", 
/**
 * The page's own number of this message.
 */
id: string, 
/**
 * For which seat.
 */
seat: number, 
/**
 * `decision` of the choice.
 */
decision: number, } | { "type": "restart", 
/**
 * The page's own number of this message.
 */
id: string, 
/**
 * For which seat.
 */
seat: number, 
/**
 * `decision` of the choice.
 */
decision: number, } | { "type": "preview", 
/**
 * The page's own number of this message.
 */
id: string, 
/**
 * On whose board: one of one's own.
 */
seat: number, 
/**
 * The tile.
 */
tile: string, } | { "type": "score", 
/**
 * The page's own number of this message.
 */
id: string, 
/**
 * 1 to 3.
 */
round: number, 
/**
 * After this tile was placed; `null`: as it is.
 */
with: Placed | null, } | { "type": "left", 
/**
 * The page's own number of this message.
 */
id: string, 
/**
 * As this seat knows it, one of one's own; `null`: as a watcher does.
 */
seat: number | null, } | { "type": "hint", 
/**
 * The page's own number of this message.
 */
id: string, 
/**
 * For which seat.
 */
seat: number, } | { "type": "position", 
/**
 * The page's own number of this message.
 */
id: string, 
/**
 * Which seat.
 */
seat: number, } | { "type": "standing", 
/**
 * The page's own number of this message.
 */
id: string, 
/**
 * Which seat.
 */
seat: number, 
/**
 * Whether they are passed from now on.
 */
pass: boolean, 
/**
 * Codes of kinds: asked all the same when the vizier can buy one of these (VZ2: he pays exactly).
 */
unless: Array<string>, 
/**
 * *Not now*: the window after this turn is passed, and no other.
 */
not_now: boolean, } | { "type": "chat", 
/**
 * The page's own number of this message.
 */
id: string, 
/**
 * 1 to 300 characters.
 */
text: string, } | { "type": "ping", 
/**
 * The page's own number of this message.
 */
id: string, };

/**
 * What the server sends.
 */
export type FromServer = { "type": "snapshot" } & Snapshot | { "type": "update" } & Update | { "type": "done", 
/**
 * Of the message.
 */
id: string, 
/**
 * The version, as its sender sees it, that has it.
 */
version: number, } | { "type": "refused", 
/**
 * Of the message.
 */
id: string, 
/**
 * Why.
 */
refusal: RefusalView, } | { "type": "problem", 
/**
 * Of the message, if it could be read.
 */
id: string | null, 
/**
 * What went wrong.
 */
problem: Problem, } | { "type": "preview", 
/**
 * Of the message.
 */
id: string, 
/**
 * The answer.
 */
preview: PreviewView, } | { "type": "score", 
/**
 * Of the message.
 */
id: string, 
/**
 * The answer.
 */
score: ScoreView, } | { "type": "left", 
/**
 * Of the message.
 */
id: string, 
/**
 * The answer.
 */
left: LeftView, } | { "type": "hint", 
/**
 * Of the message.
 */
id: string, 
/**
 * The best turns, best first.
 */
turns: Array<AdviceView>, } | { "type": "position", 
/**
 * Of the message.
 */
id: string, 
/**
 * One line of text (`docs/notation.md`).
 */
position: string, } | { "type": "yours", 
/**
 * Those to act.
 */
to_act: Array<number>, } | { "type": "pong", 
/**
 * Of the question.
 */
id: string, } | { "type": "chat", 
/**
 * The new lines.
 */
lines: Array<ChatLine>, } | { "type": "presence", 
/**
 * Everybody with a name.
 */
here: Array<Person>, 
/**
 * How many look on without a seat.
 */
watchers: number, };

/**
 * Everything a viewer may know.
 */
export type Snapshot = { 
/**
 * Counts what this viewer has been shown.
 */
version: number, 
/**
 * The seat looked through; `null`: a watcher.
 */
viewer: number | null, 
/**
 * The seats of the person who looks.
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
 * What was done, as far as the viewer may know.
 */
log: Array<LogEntry>, 
/**
 * The other face of each Granada tile (GR1), both ways; empty where none is used.
 */
faces: { [key in string]: string }, };

/**
 * What one step changed.
 */
export type Update = { 
/**
 * One more than the last.
 */
version: number, 
/**
 * The step with all it uncovered; absent if the viewer may not know it (T8), or if it was none.
 */
step?: LogEntry, 
/**
 * What a step uncovered that the viewer may not know.
 */
shows?: Array<Show>, 
/**
 * The whole log, after steps were taken back: replaces the page's.
 */
log?: Array<LogEntry>, 
/**
 * Seats, status or result changed.
 */
table?: TableInfo, 
/**
 * The nouns that changed.
 */
changes?: GameChanges, };

/**
 * A step of the game.
 */
export type LogEntry = { 
/**
 * Who.
 */
seat: number, 
/**
 * What: a line of notation.
 */
do: string, 
/**
 * What it uncovered, in order.
 */
shows?: Array<Show>, 
/**
 * How long the lines of the board are after it, if it changed the board.
 */
lengths?: LengthsView, };

/**
 * Something that was uncovered; events only animate.
 */
export type Show = { "what": "shuffle" } | { "what": "display", 
/**
 * Where, 0 to 3.
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
 * Where, 0 to 3.
 */
space: number, 
/**
 * The tile.
 */
tile: string, 
/**
 * On Granada's half of the space (CO1).
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
 * Whose.
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
 * To whom.
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
 * What one player gets in a round.
 */
export type PointsView = { walls: number, moats: number, stretch: number, camps: number, bazaars: number, falcons: number, 
/**
 * By code of kind; those that are not 0.
 */
kinds: { [key in string]: number }, total: number, };

/**
 * Something said at the table.
 */
export type ChatLine = { 
/**
 * Counts the lines of the table.
 */
number: number, 
/**
 * Who.
 */
from: Person, 
/**
 * What.
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
 * Whose turn it is and how far it has come.
 */
turn: TurnView, 
/**
 * The building market.
 */
market: MarketView, 
/**
 * The four cards to be taken; `null` where one is missing.
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
 * With two players only.
 */
dirk: DirkView | null, 
/**
 * What modules have lying open.
 */
modules: ModulesView, 
/**
 * Time left, at tables with a clock.
 */
clock: ClockView | null, 
/**
 * What the viewer's seat may choose from; `null` for a watcher.
 */
choice: Choice | null, };

/**
 * The nouns that changed; absent: as before. `players` has only the seats that changed.
 */
export type GameChanges = { turn?: TurnView, market?: MarketView, display?: Array<string | null>, deck?: DeckView, players?: Array<PlayerView>, dirk?: DirkView, modules?: ModulesView, clock?: ClockView, choice?: Choice, };

/**
 * Time left. While a window waits no clock runs: that would tell who is asked (T8).
 */
export type ClockView = { 
/**
 * By seat: milliseconds left when the clock of the one who acts was last started.
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
 * Whose turn it is, or was, until all that follows it is done.
 */
seat: number, 
/**
 * Who acts; `null` while a window waits (T8) and after the end.
 */
actor: number | null, 
/**
 * What the table waits for.
 */
stage: StageView, 
/**
 * Whether nothing has been done in this turn.
 */
first: boolean, 
/**
 * Tiles the actor has yet to place.
 */
waiting: Array<string>, 
/**
 * Tiles handed out at the end and not yet placed, by seat (E3).
 */
gained: Array<Array<string>>, 
/**
 * The market could not be filled: the game ends (E1).
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
 * Bazaars beside it (BZ1).
 */
bazaars: Array<BazaarView>, 
/**
 * The marker: new Granada tiles lie with the odd price up (GR2).
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
 * The Granada tile beside it in the combined game (CO1).
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
 * The price of the tile on the space of its currency; `null` while that is empty.
 */
price: number | null, };

/**
 * The money deck and what else is only counted.
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
 * How often the discard pile became the deck (T7).
 */
shuffles: number, 
/**
 * Tiles in the bag.
 */
bag: number, 
/**
 * Tiles in Granada's bag of the combined game.
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
 * Every tile of the board: code, x, y.
 */
board: Array<[string, number, number]>, 
/**
 * Granada's first tile of the combined game (CO4).
 */
founded: [number, number] | null, 
/**
 * Tiles set aside.
 */
reserve: Array<string>, 
/**
 * How many cards are in the hand.
 */
hand_size: number, 
/**
 * Which, if the viewer may know.
 */
hand: Array<string> | null, 
/**
 * The longest wall, moat and stretch.
 */
lines: LinesView, };

/**
 * The longest lines of a board: their lengths and where they run.
 */
export type LinesView = { 
/**
 * In segments.
 */
lengths: LengthsView, 
/**
 * x, y, side of each segment of the longest wall.
 */
walls: Array<[number, number, string]>, 
/**
 * Of the longest moat.
 */
moats: Array<[number, number, string]>, 
/**
 * Of the longest stretch of both.
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
 * What modules have lying open; absent: not in this game.
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
 * Laid open.
 */
laid: Array<string>, 
/**
 * How many are in hand.
 */
held: number, 
/**
 * Which, for their holder.
 */
hand: Array<string> | null, };

/**
 * A pile of huts.
 */
export type HutPile = { 
/**
 * The one face up.
 */
top: string | null, 
/**
 * How many lie face down below.
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
 * Whose board it is on; `null`: in the supply.
 */
seat: number | null, 
/**
 * The north-west corner of this cell.
 */
point: [number, number] | null, };

/**
 * What a seat may do now.
 */
export type Choice = { 
/**
 * The seat.
 */
seat: number, 
/**
 * Changes whenever the choice does; goes with every action.
 */
decision: number, 
/**
 * Whether the game waits for this seat.
 */
to_act: boolean, 
/**
 * What it may choose from; all empty unless `to_act`.
 */
options: Options, 
/**
 * How far its hand goes towards each tile on sale, whoever's turn it is.
 */
means: Array<TileMeans>, 
/**
 * What it may do although not asked: lines of notation.
 */
free: Array<string>, 
/**
 * How many of its steps it can take back (T6).
 */
undo: number, 
/**
 * What its windows are answered with before it is asked (VZ4).
 */
standing: Standing, };

/**
 * How far a hand goes towards a tile on sale.
 */
export type TileMeans = { 
/**
 * The tile.
 */
tile: string, 
/**
 * How far.
 */
means: MeansView, };

/**
 * How far a hand goes towards a price.
 */
export type MeansView = { "state": "exact" } | { "state": "over", 
/**
 * At least so much.
 */
pay: number, } | { "state": "short", 
/**
 * So much is wanting.
 */
by: number, } | { "state": "not_exact" };

/**
 * An answer given beforehand when the vizier is asked out of turn (VZ4).
 */
export type Standing = { 
/**
 * His windows are passed until this is withdrawn.
 */
pass: boolean, 
/**
 * Codes of kinds: asked all the same when the vizier can buy one of these.
 */
unless: Array<string>, 
/**
 * The window after this turn is passed, however often it asks.
 */
not_now: boolean, };

/**
 * The legal actions in groups. `do` of an action is its line of notation.
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
 * What modules add.
 */
modules: ModuleChoices, };

/**
 * A tile that can be paid.
 */
export type BuyChoice = { tile: string, 
/**
 * The letter of the currency asked.
 */
currency: string, price: number, 
/**
 * Payments from which no card can be left out (B4).
 */
payments: Array<PaymentChoice>, };

/**
 * Cards that pay a tile.
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
 * Where.
 */
cells: Array<[number, number]>, 
/**
 * How turning it over can be paid (GR3); empty if this face is up already.
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
 * A tile of the reserve and where it can go.
 */
export type CellsChoice = { tile: string, cells: Array<[number, number]>, };

/**
 * What modules add.
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
 * `pass`: the answer in a window.
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
 * A falcon and the points where it can lie; any money card of the hand pays it.
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
 * One of these cards.
 */
cards: Array<string>, };

/**
 * Why an action is refused: the rule and the place. Words for people are the page's job.
 */
export type RefusalView = { 
/**
 * The id of the rule in `docs/rules.md`.
 */
rule: string, 
/**
 * A stable name of the reason, like `sides-clash`.
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
 * How long the lines of a board are, in segments.
 */
export type LengthsView = { walls: number, moats: number, stretch: number, };

/**
 * A cell with the lengths after the move, or why the tile cannot be placed there.
 */
export type CellAnswer = { 
/**
 * The cell.
 */
cell: [number, number], 
/**
 * It is legal, and the lines would be so long.
 */
after?: LengthsView, 
/**
 * It is not.
 */
refusal?: RefusalView, };

/**
 * Where a tile may go on the board of a seat.
 */
export type PreviewView = { 
/**
 * The tile.
 */
tile: string, 
/**
 * The lengths now.
 */
now: LengthsView, 
/**
 * Every cell of the board and every one that touches it, if only at a corner.
 */
place: Array<CellAnswer>, 
/**
 * Every tile of the board, if it were exchanged for this one.
 */
exchange: Array<CellAnswer>, };

/**
 * A tile on a cell of one's own board.
 */
export type Placed = { 
/**
 * Whose: one of one's own seats.
 */
seat: number, 
/**
 * The tile.
 */
tile: string, 
/**
 * Where.
 */
cell: [number, number], };

/**
 * One line of a majority.
 */
export type RankView = { 
/**
 * Who; `null` is Dirk.
 */
seat: number | null, 
/**
 * How many buildings count.
 */
count: number, 
/**
 * The highest price, which breaks ties in Granada (GR5).
 */
dearest: number, 
/**
 * The place, 1 for the first.
 */
place: number, 
/**
 * How many share it.
 */
level: number, 
/**
 * The points.
 */
points: number, };

/**
 * What everybody would get if a round came now, with every part of it.
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
 * For each kind somebody has, by its code: all who have it, best first.
 */
ranks: Array<[string, Array<RankView>]>, 
/**
 * For each kind of the game, by its code: what its places pay, the first first.
 */
pays: Array<[string, Array<number>]>, };

/**
 * What lies nowhere to be seen.
 */
export type LeftView = { 
/**
 * The tiles in the bags; Granada's with their even face.
 */
tiles: Array<string>, 
/**
 * The cards of the deck and of hands the viewer does not know.
 */
cards: Array<string>, };

/**
 * A turn one could play, and what speaks for it.
 */
export type AdviceView = { 
/**
 * All its actions as lines of notation, the next one first.
 */
actions: Array<string>, 
/**
 * The chance to win with it.
 */
win: number, 
/**
 * By how many points it is expected to end ahead of the others' mean.
 */
lead: number, 
/**
 * Expected points more than by doing nothing: the sum of `sources`.
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
 * Facts that speak for it.
 */
reasons: Array<ReasonView>, };

/**
 * Expected points by source.
 */
export type GainSources = { 
/**
 * Majorities, less what others get for them.
 */
majorities: number, 
/**
 * Walls, moats, and where both run side by side.
 */
walls: number, 
/**
 * What modules bring.
 */
modules: number, 
/**
 * Room to build on, and tiles that wait for it.
 */
room: number, 
/**
 * Money in hand, by what it can buy.
 */
money: number, 
/**
 * What looking ahead adds.
 */
foresight: number, };

/**
 * A fact that speaks for a turn.
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
 * Whether it only draws level.
 */
shared: boolean, 
/**
 * Expected points more than before.
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
 * Whether exactly.
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
 * Buildings by code of kind, with what huts and bonus cards add.
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
 * Tiles in line with bastions, together: a point each (CA5).
 */
camps: number, 
/**
 * What the bazaars come to (BZ4).
 */
bazaars: number, 
/**
 * Falcons: black, brown, white.
 */
falcons: [number, number, number], };

/**
 * A round that was counted.
 */
export type PadAsk = { 
/**
 * What is played.
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
 * How many tiles are left in each bag, to know what Dirk draws.
 */
bags: Array<number>, };

/**
 * What it comes to.
 */
export type PadView = { 
/**
 * The points.
 */
sheet: SheetView, 
/**
 * For each kind somebody has, by its code: all who have it, best first.
 */
ranks: Array<[string, Array<RankView>]>, 
/**
 * For each kind of the game, by its code: what its places pay, the first first.
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
 * Which problem; `docs/protocol.md` lists them.
 */
type: ProblemKind, 
/**
 * One sentence for people.
 */
title: string, 
/**
 * What it is about in this case.
 */
detail?: string, };

/**
 * What is played; the same words as in a record's `setup`.
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
 * How far a table is.
 */
export type Status = "lobby" | "playing" | "over" | "abandoned";

/**
 * A player's colour on the page; each has an emblem, too.
 */
export type Colour = "saffron" | "sky" | "jade" | "indigo" | "brick" | "plum";

/**
 * How strong a bot plays.
 */
export type BotLevel = "novice" | "apprentice" | "builder" | "architect" | "grandmaster";

/**
 * How fast is played.
 */
export type Pace = { "kind": "free" } | { "kind": "move", 
/**
 * How many, 5 to 3600.
 */
seconds: number, } | { "kind": "player", 
/**
 * For the whole game, 1 to 240.
 */
minutes: number, 
/**
 * Seconds added, 0 to 300.
 */
increment: number, } | { "kind": "days", 
/**
 * How many, 1 to 14.
 */
days: number, };

/**
 * Somebody who plays here.
 */
export type Person = { 
/**
 * Stays the same; tells nothing.
 */
id: string, 
/**
 * As they call themselves.
 */
name: string, };

/**
 * Who sits on a seat.
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
 * They left or ran out of time: a bot plays until they take the seat back.
 */
away: boolean, } | { "kind": "bot", 
/**
 * How strong.
 */
level: BotLevel, };

/**
 * A seat of a table.
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
 * Whether the seat has given its part of the seed.
 */
nonce: boolean, };

/**
 * How a game ended.
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
 * Who won.
 */
winners: Array<number>, };

/**
 * Why a table was given up.
 */
export type Ending = "expired" | "agreed" | "host_left" | "removed";

/**
 * A table.
 */
export type TableInfo = { 
/**
 * Names it in addresses.
 */
id: string, 
/**
 * Six letters to tell a friend.
 */
code: string, 
/**
 * How far it is.
 */
status: Status, 
/**
 * What is played.
 */
setup: SetupView, 
/**
 * By seat.
 */
seats: Array<SeatInfo>, 
/**
 * The person who opened it.
 */
host: string, 
/**
 * Listed for everybody, or by link and code only.
 */
public: boolean, 
/**
 * Those who play see each other's hands: counting would tell them.
 */
open_hands: boolean, 
/**
 * Nobody is told what is left in bag and deck.
 */
hide_left: boolean, 
/**
 * While the game runs, only those who play may look on.
 */
no_watchers: boolean, 
/**
 * Whether the server gives hints.
 */
hints: boolean, 
/**
 * How fast is played.
 */
pace: Pace, 
/**
 * SHA-256 of the server's secret, hex: shown before the seats give their nonces.
 */
commitment: string, 
/**
 * How it ended.
 */
result: ResultView | null, 
/**
 * Why it was given up, if it was.
 */
ending: Ending | null, 
/**
 * People who agree to end the game without a result, by id.
 */
stop: Array<string>, 
/**
 * The table at which the same people play again.
 */
rematch: string | null, };

/**
 * A table in a list.
 */
export type TableLine = { 
/**
 * The table.
 */
table: TableInfo, 
/**
 * Whether it waits for the one who asked for the list.
 */
your_turn: boolean, 
/**
 * Seconds since 1970, when something last happened, to within ten seconds.
 */
changed_at: number, };

/**
 * A game at a glance, as everybody at its table sees it.
 */
export type Glance = { 
/**
 * How many rounds have been scored.
 */
rounds: number, 
/**
 * By seat.
 */
points: Array<number>, 
/**
 * Who acts; `null` while a window waits (T8) and after the end.
 */
actor: number | null, 
/**
 * Whose board it is: one's own, or the first.
 */
seat: number, 
/**
 * Every tile of that board: code, x, y.
 */
board: Array<[string, number, number]>, };

/**
 * A turn of a finished game: what everybody would have had, had the next round come after it.
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
 * Who one is, and what a page should know at the start.
 */
export type Me = { 
/**
 * `null`: no session yet.
 */
person: Person | null, 
/**
 * Whether the name is kept with a password.
 */
kept: boolean, 
/**
 * Whether one looks after the site; absent otherwise.
 */
moderator?: boolean, 
/**
 * How many notices are not read.
 */
unread: number, 
/**
 * Version of the rules.
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
 * Who shall sit on a seat of a new table.
 */
export type SeatWish = { "kind": "me", 
/**
 * Another name than one's own, on a shared screen.
 */
name: string | null, } | { "kind": "open" } | { "kind": "bot", 
/**
 * How strong.
 */
level: BotLevel, };

/**
 * `POST /api/tables`
 */
export type NewTable = { 
/**
 * What is played; `players` is the number of seats.
 */
setup: SetupView, 
/**
 * By seat.
 */
seats: Array<SeatWish>, 
/**
 * Seats are shuffled at the start.
 */
shuffle: boolean, 
/**
 * Listed for everybody.
 */
public: boolean, 
/**
 * Those who play see each other's hands: counting would tell them.
 */
open_hands: boolean, 
/**
 * Nobody is told what is left in bag and deck.
 */
hide_left: boolean, 
/**
 * While the game runs, only those who play may look on.
 */
no_watchers: boolean, 
/**
 * The server gives hints.
 */
hints: boolean, 
/**
 * How fast is played.
 */
pace: Pace, };

/**
 * `POST /api/tables/{table}/join`; also takes a seat back that a bot keeps warm.
 */
export type SeatPick = { 
/**
 * Which seat; any open one if absent.
 */
seat: number | null, 
/**
 * Another name than one's own, on a shared screen.
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
 * How strong.
 */
level: BotLevel, };

/**
 * `POST /api/tables/{table}/nonce`: the seat's part of the seed, given after the commitment was seen.
 */
export type NewNonce = { 
/**
 * One's own seat.
 */
seat: number, 
/**
 * 32 random bytes, hex.
 */
nonce: string, };

/**
 * `POST /api/account`: keeps one's name with a password.
 */
export type KeepName = { 
/**
 * 8 to 200 characters.
 */
password: string, };

/**
 * A name is kept. The recovery code is shown this once: only its hash is stored.
 */
export type Kept = { 
/**
 * Whose name.
 */
person: Person, 
/**
 * Sets a new password when the old one is forgotten.
 */
recovery: string, };

/**
 * `POST /api/account/sign-in`
 */
export type SignIn = { 
/**
 * A kept name, in upper or lower case.
 */
name: string, 
/**
 * Its password.
 */
password: string, };

/**
 * `POST /api/account/recover`: a new password for one who has forgotten theirs. All sessions end but the new one.
 */
export type Recover = { 
/**
 * A kept name.
 */
name: string, 
/**
 * The code that was shown when the name was kept.
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
 * The password as it is.
 */
old: string, 
/**
 * As it shall be.
 */
new: string, };

/**
 * `POST /api/account/recovery` shows a new recovery code; `POST /api/account/delete` deletes one's person.
 */
export type Confirm = { 
/**
 * The password; guests have none.
 */
password: string | null, };

/**
 * How well somebody plays one game with so many players (Weng and Lin's Bayesian ratings; everybody begins at 25 ± 8.33).
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
 * How far off it may be.
 */
uncertainty: number, 
/**
 * What lists are ordered by: what one certainly plays like, from 0 upwards.
 */
points: number, 
/**
 * How many rated games it comes from.
 */
games: number, };

/**
 * `GET /api/ratings/{game}/{players}`: one of the best.
 */
export type RatingLine = { 
/**
 * Who.
 */
person: Person, 
/**
 * How well.
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
 * 1 for the first; who left is last.
 */
place: number, 
/**
 * Points of the game.
 */
score: number, 
/**
 * Rating points before and after; absent if the game was not rated.
 */
points: [number, number] | null, 
/**
 * Seconds since 1970.
 */
at: number, };

/**
 * `GET /api/people/{person}`: what everybody may know of somebody.
 */
export type Profile = { 
/**
 * Who.
 */
person: Person, 
/**
 * Whether the name is kept with a password: nobody else can have it.
 */
kept: boolean, 
/**
 * Seconds since 1970, when they first came.
 */
since: number, 
/**
 * By game and number of players.
 */
ratings: Array<RatingView>, 
/**
 * The last finished games.
 */
placings: Array<Placing>, };

/**
 * What a notice is about.
 */
export type NoticeKind = "your_turn" | "ended" | "invited" | "removed" | "taken_over";

/**
 * Something to know although one does not look at the table.
 */
export type Notice = { 
/**
 * What.
 */
kind: NoticeKind, 
/**
 * Where.
 */
table: TableInfo, 
/**
 * Whether it was marked as read.
 */
read: boolean, 
/**
 * Seconds since 1970.
 */
at: number, };

/**
 * `GET /api/notices`, the latest first.
 */
export type Notices = { 
/**
 * At most one of each kind for a table.
 */
notices: Array<Notice>, 
/**
 * How many are not read.
 */
unread: number, 
/**
 * Sent back to `POST /api/notices/read`, marks these as read and none that came later.
 */
mark: number, };

/**
 * `POST /api/notices/read`
 */
export type ReadMark = { 
/**
 * `mark` of the notices that were read.
 */
mark: number, };

/**
 * `GET /api/push`: what a browser must know to let this site push (RFC 8292).
 */
export type PushKey = { 
/**
 * The site's public key: `applicationServerKey` of `pushManager.subscribe`.
 */
key: string, 
/**
 * How many browsers of one's own are told.
 */
browsers: number, };

/**
 * `POST /api/push`: what `pushManager.subscribe` answered. The last ten browsers of a person are told.
 */
export type PushTo = { 
/**
 * The browser's address at its push service: https, and public.
 */
endpoint: string, 
/**
 * `keys.p256dh`: its public key.
 */
p256dh: string, 
/**
 * `keys.auth`: what only it and this site know.
 */
auth: string, };

/**
 * `POST /api/push/end`
 */
export type PushEnd = { 
/**
 * As it was given.
 */
endpoint: string, };

/**
 * `GET /api/moderation/reports`: what somebody reported and nobody has dealt with.
 */
export type OpenReport = { 
/**
 * By which it is closed.
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
 * Whom.
 */
person: Person, 
/**
 * At which table.
 */
table: string | null, 
/**
 * The line of chat, as it was.
 */
said: string | null, 
/**
 * Why.
 */
text: string, };

/**
 * Somebody who may not play here.
 */
export type Ban = { 
/**
 * Who.
 */
person: Person, 
/**
 * What they are told.
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
 * What they are told: 1 to 300 characters.
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
 * How somebody did.
 */
export type DailyLine = { 
/**
 * Who.
 */
person: Person, 
/**
 * Their points.
 */
points: number, 
/**
 * How many of the bots had more.
 */
beaten_by: number, 
/**
 * Their place among all who played it; equal points share one.
 */
place: number, };

/**
 * The results of a day.
 */
export type DailyBoard = { 
/**
 * Which day: `2026-11-17`.
 */
date: string, 
/**
 * How many played it.
 */
played: number, 
/**
 * The best, up to a hundred.
 */
best: Array<DailyLine>, 
/**
 * The result of whoever asks, if they played it.
 */
yours: DailyLine | null, };

/**
 * `POST /api/blocks`: one no longer reads what they write, and they cannot sit down at one's tables or invite one.
 */
export type NewBlock = { 
/**
 * The person's id.
 */
person: string, };

/**
 * `POST /api/reports`: tells whoever runs the site about a person.
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
 * The number of a chat line there.
 */
line: number | null, 
/**
 * In one's own words, 1 to 500 characters.
 */
text: string, };

/**
 * `POST /api/tables/{table}/invite`, for those who sit there before the start.
 */
export type Invite = { 
/**
 * A person's id, or a kept name.
 */
who: string, };

/**
 * `POST /api/tables/{table}/stop`: ends the game without a result once all people who still play agree.
 */
export type Stop = { 
/**
 * `false` takes it back.
 */
agree: boolean, };

/**
 * `POST /api/tables/{table}/seat`, before the start: another seat or another colour for a seat of one's own.
 */
export type NewSeat = { 
/**
 * One's own seat.
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
 * Everything that is kept about the one who asks: `GET /api/account/data`.
 */
export type MyData = { 
/**
 * What everybody may know.
 */
profile: Profile, 
/**
 * Every table one sat at.
 */
tables: Array<TableInfo>, 
/**
 * Everything one said.
 */
said: Array<SaidLine>, 
/**
 * Everybody one has blocked.
 */
blocks: Array<Person>, 
/**
 * Everything one reported.
 */
reports: Array<NewReport>, 
/**
 * What one was told.
 */
notices: Array<Notice>, 
/**
 * Browsers that notices are pushed to.
 */
browsers: Array<BrowserLine>, };

/**
 * Something one said at a table.
 */
export type SaidLine = { 
/**
 * The table.
 */
table: string, 
/**
 * What.
 */
text: string, 
/**
 * Seconds since 1970.
 */
at: number, };

/**
 * A browser that notices are pushed to.
 */
export type BrowserLine = { 
/**
 * Its address at its push service.
 */
endpoint: string, 
/**
 * Seconds since 1970, when it last asked for it.
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
