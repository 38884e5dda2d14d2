/* online.ts - ein Tisch des Servers: das Mischen, das niemand bestimmen kann (docs/fair.md), und Umgangsformen. */
import type { Like } from '../like'
import type { online as english } from '../en/online'

export const online: Like<typeof english> = {
  'deal.about': 'Jede Seite versiegelt eine Zufallszahl; sind alle Plätze besetzt, werden alle geöffnet. Mit der des Servers zusammen bestimmen sie die Karten, also kann niemand sie wählen.',
  'deal.state.nothing': 'gibt keine Zahl',
  'deal.state.open': 'Zahl offen gegeben',
  'deal.state.sealed': 'Zahl versiegelt',
  'deal.state.opened': 'Zahl geöffnet',
  'deal.state.withheld': 'Zahl zurückgehalten',
  'deal.state.sealing': 'versiegelt eine neue Zahl',
  'deal.again': 'Nicht rechtzeitig geöffnet: {names}. Alle anderen versiegeln eine neue Zahl, für Durchgang {n}.',
  'deal.withheld': 'Gemischt ohne eine Zahl von {names}: Sie war versiegelt und blieb zu. Die anderen haben neue versiegelt.',
  'deal.missed': 'Deine Zahl ist nicht im Spiel: Die Verbindung brach ab oder wurde getrennt, während die Siegel geöffnet wurden.',
  'deal.checked': 'Geprüft: Deine Zahl ist dabei, und alle Karten folgen daraus.',
  'deal.self': 'Selbst nachprüfen',
  'deal.selfAbout': 'Diese Seite kommt vom selben Server. Mit dem Programm fuerstenfeld und der Aufzeichnung aus dem Rückblick musst du ihr nicht glauben:',

  'doubt.title': 'Beim Mischen stimmt etwas nicht',
  'doubt.about': 'Was dieser Server sagt, passt nicht zu dem, was deine Seite gesehen und geschickt hat. Du kannst weiterspielen, aber verlass dich nicht darauf, dass der Zufall ausgeteilt hat. Sag es den anderen.',
  'doubt.commit': 'Der Server zeigt eine andere Festlegung als vorher, oder keine. Vielleicht hat er seine geheime Zahl geändert.',
  'doubt.dropped': 'Der Server sagt, du hättest nichts zum Mischen gegeben. Deine Seite hat eine Zahl versiegelt.',
  'doubt.swapped': 'Der Server zeigt an deiner Stelle ein anderes Siegel oder eine andere Zahl, als deine Seite gegeben hat. Falls du dich in einem anderen Browser noch einmal hingesetzt hast, liegt es daran.',
  'doubt.accused': 'Der Server sagt, deine Seite habe ihr Siegel nicht geöffnet. Sie hat es getan.',
  'doubt.unasked': 'Der Server hat ausgeteilt, ohne nach deiner Zahl zu fragen.',
  'doubt.moved': 'Der Server hat dich auf einen anderen Platz gesetzt.',
  'doubt.other': 'Was {name} zum Mischen gab, wurde geändert, nachdem alle Siegel auf dem Tisch lagen.',
  'doubt.forged': 'Die Zahl, die für {name} gezeigt wird, passt nicht zum Siegel.',
  'doubt.void': 'Der Server ließ alle eine neue Zahl versiegeln, obwohl niemand eine zurückgehalten hatte.',
  'doubt.silent': 'Der Server sagt nicht, woraus die Karten folgen.',
  'doubt.record': 'Die Aufzeichnung der Partie passt nicht zu dem, was der Server vor dem Austeilen zeigte.',
  'doubt.game': 'Die Aufzeichnung ist nicht von der Partie, die du gespielt hast.',
  'doubt.norecord': 'Der Server gibt keine Aufzeichnung heraus, die man prüfen könnte.',
}
