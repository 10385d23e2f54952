// Written by `make wire` from crates/rules/components.toml: change it there.
// Codes of tiles, cards and falcons as in docs/notation.md, in the order of the table.
export const ALHAMBRA =
  "P2new P3sw P4es P5nw P6n P7e P8 S3esw S4ne S5sw S6es S7w S8s S9 A4nes A5nw A6ne A6sw A7es A8e A8n A9 A10 C5nsw C6es C7ne C7sw C8nw C9s C9w C10 C11 G6esw G7nsw G8ne G8nw G8sw G9e G10 G10n G10w G11 G12s T7new T8nes T9es T9ne T9nw T10w T11 T11n T11s T12 T13e";
export const GRANADA =
  "Ar2nsw/Li3nsw Ba2new/Ar3new Li2esw/Ma3esw Hl2nsw/Hp3nsw Hp2esw/Re3esw Ma2nes/Sc3nes Pa2new/Ba3new Sc2nes/Hl3nes Re2new/Pa3new Ar4es/Ma5es Ba4nw/Re5nw Li4ne/Hp5ne Hl4nw/Ar5nw Hp4es/Pa5es Ma4sw/Ba5sw Pa4es/Sc5es Sc4nw/Li5nw Re4sw/Hl5sw Ar6ne/Pa7ne Ba6sw/Ar7sw Li6ne/Re7ne Hl6es/Li7es Hp6sw/Ba7sw Ma6nw/Hl7nw Pa6ne/Ma7ne Sc6sw/Hp7sw Re6es/Sc7es Ar8n/Sc9n Ba8s/Hl9s Li8n/Ba9n Hl8e/Pa9e Hp8w/Ma9w Ma8s/Re9s Pa8n/Li9n Sc8s/Hp9s Re8w/Ar9w Ar10e/Hp11e Ba10e/Sc11e Li10w/Ma11w Hl10w/Re11w Hp10e/Li11e Ma10s/Hl11s Pa10n/Ba11n Sc10w/Pa11w Re10n/Ar11n Ar12/Hp13 Ba12/Sc13 Li12/Hl13 Hl12/Ar13 Hp12/Pa13 Ma12/Re13 Pa12/Li13 Sc12/Ma13 Re12/Ba13";
export const HUTS =
  "hPn hPs hPesw hSe hSw hSsw hAe hAne hAsw hAnsw hCe hCw hCes hCnew hGn hGs hGnw hGne hGes hTn hTs hTw hTnw hTnes";
export const CAMPS =
  "c3n c4e c5s c6w c8ne c7es c9sw c10nw";
export const BAZAARS =
  "bSAG bSAT bPSC bPSG bPAC bPGT bACT bCGT";
export const FALCONS =
  "fPC fSC fST fAG fAT fPG fPT fSA fCG fCT fPS fPA fSG fAC fGT";
export const MONEY =
  "d1 d2 d3 d4 d5 d6 d7 d8 d9 h1 h2 h3 h4 h5 h6 h7 h8 h9 u1 u2 u3 u4 u5 u6 u7 u8 u9 f1 f2 f3 f4 f5 f6 f7 f8 f9";
export const BUREAU =
  "xdh xdu xdf xhu xhf xuf";
export const BONUS =
  "P8 S9 A9 A10 C10 C11 G10 G11 T11 T12";

/** How many copies of each money card there are. */
export const MONEY_COPIES = 3;

// Not known from print, and filled in.
export const RECONSTRUCTED =
  "hPs hPesw hSe hSw hSsw hAe hAne hAsw hAnsw hCe hCw hCes hCnew hGn hGs hGnw hGne hGes hTn hTs hTw hTnw hTnes c3n c4e c5s c6w c7es c9sw c10nw bSAT bPSC bPSG bPAC bPGT bACT bCGT Ar2nsw Li3nsw Hl2nsw Hp3nsw Hp2esw Re3esw Pa2new Ba3new Sc2nes Hl3nes Re2new Pa3new Ar4es Ma5es Ba4nw Re5nw Li4ne Hp5ne Hl4nw Ar5nw Hp4es Pa5es Ma4sw Ba5sw Pa4es Sc5es Sc4nw Li5nw Re4sw Hl5sw Ar6ne Pa7ne Hl6es Li7es Hp6sw Ba7sw Ma6nw Hl7nw Pa6ne Ma7ne Sc6sw Hp7sw Re6es Sc7es Ar8n Sc9n Ba8s Hl9s Li8n Ba9n Hp8w Ma9w Ma8s Re9s Pa8n Li9n Sc8s Hp9s Re8w Ar9w Ba10e Sc11e Hl10w Re11w Hp10e Li11e Ma10s Hl11s Pa10n Ba11n Sc10w Pa11w Re10n Ar11n Ar12 Hp13 Ba12 Sc13 Li12 Hl13 Hl12 Ar13 Hp12 Pa13 Ma12 Re13 Sc12 Ma13 Re12 Ba13 fPC fSC fST fAG fAT fPG fPT fSA fCG fCT fPS fPA fSG fAC";
