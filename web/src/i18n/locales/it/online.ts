/* online.ts - un tavolo del server: il mazzo che nessuno può scegliere (docs/fair.md), e le buone maniere. */
import type { Like } from '../like'
import type { online as english } from '../en/online'

export const online: Like<typeof english> = {
  'deal.about': 'Ogni pagina sigilla un numero casuale; quando tutti i posti sono presi, si aprono tutti. Insieme a quello del server decidono le carte, perciò nessuno può sceglierle.',
  'deal.state.nothing': 'non dà un numero',
  'deal.state.open': 'numero dato apertamente',
  'deal.state.sealed': 'numero sigillato',
  'deal.state.opened': 'numero aperto',
  'deal.state.withheld': 'numero trattenuto',
  'deal.state.sealing': 'sigilla un nuovo numero',
  'deal.again': 'Non aperto in tempo: {names}. Tutti gli altri sigillano un nuovo numero, per il giro {n}.',
  'deal.withheld': 'Mescolato senza il numero di {names}: era sigillato e non è stato aperto. Gli altri ne hanno sigillati di nuovi.',
  'deal.missed': 'Il tuo numero non c’è: la connessione è caduta, o è stata tagliata, mentre si aprivano i sigilli.',
  'deal.checked': 'Verificato: il tuo numero c’è, e tutte le carte ne derivano.',
  'deal.self': 'Verifica di persona',
  'deal.selfAbout': 'Questa pagina viene dallo stesso server. Con il programma fuerstenfeld e la registrazione dallo sguardo indietro non devi fidarti:',

  'doubt.title': 'Qualcosa non va nel mescolamento',
  'doubt.about': 'Quello che dice questo server non corrisponde a ciò che la tua pagina ha visto e inviato. Puoi continuare, ma non contare sul fatto che le carte siano date dal caso. Dillo agli altri.',
  'doubt.commit': 'Il server mostra un impegno diverso da prima, o nessuno. Forse ha cambiato il suo numero segreto.',
  'doubt.dropped': 'Il server dice che non hai dato niente al mescolamento. La tua pagina ha sigillato un numero.',
  'doubt.swapped': 'Il server mostra al tuo posto un sigillo o un numero diverso da quello che ha dato la tua pagina. Se hai ripreso posto da un altro browser, è per questo.',
  'doubt.accused': 'Il server dice che la tua pagina non ha aperto il suo sigillo. L’ha aperto.',
  'doubt.unasked': 'Il server ha dato le carte senza chiedere il tuo numero.',
  'doubt.moved': 'Il server ti ha messo su un altro posto.',
  'doubt.other': 'Quello che {name} ha dato al mescolamento è stato cambiato quando tutti i sigilli erano già sul tavolo.',
  'doubt.forged': 'Il numero mostrato per {name} non corrisponde al sigillo.',
  'doubt.void': 'Il server ha fatto sigillare a tutti un nuovo numero anche se nessuno ne aveva trattenuto uno.',
  'doubt.silent': 'Il server non dice da che cosa derivano le carte.',
  'doubt.record': 'La registrazione della partita non corrisponde a ciò che il server ha mostrato prima di dare le carte.',
  'doubt.game': 'La registrazione non è della partita che hai giocato.',
  'doubt.norecord': 'Il server non dà una registrazione che si possa verificare.',
}
