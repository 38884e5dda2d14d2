import type { Like } from '../like'
import type { learn as english } from '../en/learn'

export const learn: Like<typeof english> = {
  'learn.title': 'Spielend lernen',
  'learn.about':
    'Eine erste Partie in drei kurzen Akten, etwa neun Minuten. Du spielst an einem echten Tisch gegen einen echten Bot und kannst jederzeit gehen: Es geht weiter, wo du warst.',
  'learn.start': 'Los geht’s',
  'learn.resume': 'Weiterspielen',
  'learn.again': 'Noch einmal spielen',
  'learn.restart': 'Diesen Akt neu beginnen',
  'learn.leave': 'Verlassen',
  'learn.act': 'Akt {n}',
  'learn.minutes': '{n, plural, one {etwa # Minute} other {etwa # Minuten}}',
  'learn.done': 'geschafft',
  'learn.act1.title': 'Felder und Brauereien',
  'learn.act1.about': 'Verkaufen, bauen, ablegen: deine ersten zwei Runden.',
  'learn.act2.title': 'Preise und Reihenfolge',
  'learn.act2.about': 'Warum Brauereien ablehnen, warum Preise fallen und wer zuerst dran ist.',
  'learn.act3.title': 'Der Palast',
  'learn.act3.about': 'Die letzten Runden: wann du baust und wie du gewinnst.',
  'learn.rulesInstead': 'Du liest lieber? Hier sind die Regeln.',
  'learn.step': 'Schritt {n} von {all}',
  'learn.next': 'Weiter',
  'learn.hide': 'Erklärung ausblenden',
  'learn.show': 'Erklärung zeigen',
  'learn.yourTurn': 'Du bist dran',
  'learn.you': 'Du',
  'learn.opponent': 'Rosa',

  'learn.1.welcome':
    '**Willkommen in Fürstenfeld!** Dir gehört ein Stück Land, und du verkaufst Hopfen, Gerste und Quellwasser an die Brauereien. Aber eigentlich willst du einen **Palast**: sechs Teile, genau auf dem Land, das dich ernährt.',
  'learn.1.field':
    'Das ist dein Land: **sechs Bauplätze**. Die unteren drei geben schon jede Runde 1 Hopfen, 1 Gerste und 1 Quellwasser. Die Ernte dieser Runde ist eingebracht.',
  'learn.1.breweries':
    'Diese zwei Brauereien kaufen. Die **große Zahl ist der Preis** für ein Gut. Die kleinen Plätze zeigen die **Nachfrage**: wie viel sie diese Runde haben wollen.',
  'learn.1.sell':
    'Pro Runde verkaufst du an **eine** Brauerei. Noch ist jeder Preis 1, beide zahlen also 3 Münzen für alles, was du hast. Was niemand verkauft, wird mit der Zeit teurer: Merk dir, welche Brauerei du auslässt. **Wähle eine Brauerei.**',
  'learn.1.income':
    'Dein Einkommen von {coins} bringt auch deine **Scheibe** auf die {n} der Leiste für die nächste Runde. Wer dort am tiefsten liegt, ist dann zuerst dran: **Wer wenig verdient, ist früh dran.**',
  'learn.1.hand':
    'Deine **Karten**. Die Münze zeigt die Kosten. Du hast {coins}: {enough, select, exactly {genau genug} yes {genug} other {nicht genug}} für den **Baukran**, der {cost} kostet. Solange er steht, kostet alles, was du baust, 2 weniger.',
  'learn.two': 'Du darfst pro Zug **zwei Karten** bauen.',
  'learn.oneMore': 'Du darfst **noch eine** Karte bauen.',
  'learn.can': 'Bezahlen kannst du: {cards}. **Baue oder hör auf zu bauen.**',
  'learn.cannot': 'Bezahlen kannst du jetzt keine deiner Karten. **Hör auf zu bauen.**',
  'learn.1.crane': 'Nimm den **Baukran** und setz ihn auf einen leeren Platz.',
  'learn.1.magistrate':
    'Der Baukran wirkt sofort: Der **Magistrat** kostet {cost}{less, select, yes { statt {printed}} other {}}. Bau ihn gleich auf einen anderen leeren Platz: Er setzt deine Scheibe bei jedem Verkauf 3 tiefer, und du bist früher dran.',
  'learn.1.cover': 'Du könntest auch etwas überbauen, aber was verdeckt wird, ist für immer weg.',
  'learn.1.discard':
    'Jetzt **behältst du eine Karte**; die anderen kommen **unter deinen Stapel**, in der Reihenfolge deiner Wahl. Gemischt wird nie mehr: Der Zeitplan zeigt, wann jede wiederkommt.',
  'learn.1.keep': 'Das **Hopfenfeld 1** zu behalten lohnt sich: Nach jetzigem Stand kostet es dich {cost}{less, select, yes { statt {printed}} other {}}.',
  'learn.1.end': 'Dein Zug ist fertig. Bis du ihn beendest, lässt sich alles rückgängig machen. **Beende deinen Zug.**',
  'learn.wait': 'Jetzt spielt {name}: verkaufen, bauen, ablegen, auf dieselbe Weise.',
  'learn.1.market':
    'Runde 1 ist vorbei: Jeder Nachfrageplatz, der frei blieb, hat den Marker seines Gutes **ein Feld nach oben** gezogen. Felder nebeneinander können denselben Preis haben. Der beste Preis ist jetzt {price}, für {good} bei {brewery}.',
  'learn.1.round2':
    'Runde 2. Du hast drei neue Karten gezogen, und deine Felder haben wieder getragen. **Spiel diesen Zug selbst:** Verkaufe, wo es am meisten bringt, dann bau, was du bezahlen kannst.',
  'learn.1.hops': 'Das **Hopfenfeld 1** kostet dich {cost}{less, select, yes { statt {printed}} other {}}.',
  'learn.1.done':
    '**Jetzt weißt du, wie eine Runde läuft.** Ziehen, ernten, verkaufen, bauen, ablegen; dann ändern sich die Preise. Alles Weitere ist, das zur rechten Zeit zu tun.',

  'learn.2.intro':
    'Vier Runden später. Du hast {parts}. Ein **Palastteil** bringt nichts ein und kann nicht überbaut werden, aber mit sechs davon gewinnst du das Spiel.',
  'learn.2.zero':
    'Schau dir {brewery} an: Der Preis für {good} ist dort **0**, also kann das diese Runde dort niemand verkaufen. Das ginge nur mit einem Markt, als ein anderes Gut, das einen Preis hat.',
  'learn.2.earn':
    'Nicht nur Felder bringen Geld. Eine **Bank** zahlt jede Runde Münzen, auch wenn du nichts verkaufst. Ein **Kontor** bringt für jedes verkaufte Gut einer Sorte eine Münze mehr. Mit einem **Markt** verkaufst du bis zu 3 Güter einer Sorte als eine andere.',
  'learn.2.sell':
    'Jede Zeile vergleicht, was ein Verkauf **einbringt**, worauf die Preise **fallen** und deinen **Platz** in der nächsten Runde. Du kannst auch weniger verkaufen. **Verkaufe jetzt.**',
  'learn.2.surplus':
    'Du hast für alles den alten Preis bekommen. Aber was **über die Nachfrage** hinausging, war Überschuss: Jedes überschüssige Gut hat den Marker **ein Feld nach unten** gezogen, für alle, die nach dir kommen. Der Preis fällt, wenn dort ein niedrigerer steht.',
  'learn.2.noSurplus':
    'Du hast den gezeigten Preis bekommen. Hättest du **über die Nachfrage** hinaus verkauft, hätte jedes überschüssige Gut seinen Marker ein Feld nach unten gezogen, für alle, die nach dir kommen.',
  'learn.2.noSale':
    'Du hast nichts verkauft. Hättest du **über eine Nachfrage** hinaus verkauft, hätte jedes überschüssige Gut seinen Marker ein Feld nach unten gezogen, für alle, die nach dir kommen.',
  'learn.2.order':
    'Deine Scheibe liegt auf der {n} der Leiste für die nächste Runde. Ein großes Einkommen bringt sie weit **nach oben**: Dann bist du **später** dran, wenn die besten Preise vielleicht weg sind. Manchmal ist weniger verkaufen mehr.',
  'learn.2.palace':
    'Ein Palastteil kostet jetzt {price}{crane, select, yes {, mit deinem Baukran {cost}} other {}}. Immer wenn so viele Teile gebaut sind, wie Leute mitspielen, hier {players}, **steigt der Preis um 2**. Auch Warten hat also seinen Preis.',
  'learn.2.part':
    'Baust du **{card}**? Jedes Teil nimmt einen Platz ein, der Geld bringen könnte. Nimm die Karte, und jeder Platz sagt dir, was du dort verlierst. **Baue oder hör auf zu bauen.**',
  'learn.2.discard':
    'Wieder unter den Stapel. **Die Reihenfolge ist ein Plan:** Was du zuerst weglegst, kommt zuerst zurück. Palastteile können dort warten, bis du sie bezahlen kannst.',
  'learn.2.time':
    'Manche Gebäude verschaffen dir Zeit. Ein **Magistrat** setzt deine Scheibe 3 tiefer als dein Einkommen. Ein **Lagerhaus** hebt bis zu 3 unverkaufte Güter für einen besseren Preis auf. Mit einem **Laboratorium** ziehst du mehr Karten, mit einem **Rathaus** behältst du mehr davon.',
  'learn.2.done':
    '**Preise, Reihenfolge, Palastpreis:** drei Uhren, die gleichzeitig ticken. Jetzt siehst du, wie es ausgeht.',

  'learn.3.intro':
    'Es geht aufs Ende zu. Du hast {parts}, {name} hat {theirs}. Sobald jemand **sechs** hat, wird die Runde zu Ende gespielt. Von allen mit sechs Teilen **gewinnt, wer am reichsten ist.**',
  'learn.3.inHand': '**{card}** hast du auf der Hand.',
  'learn.3.inDeck': '**{card}** kommt {when} zurück: In Runde {n} hast du die Karte unter deinen Stapel gelegt.',
  'learn.3.plan': 'Diese Teile kennst du und brauchst du noch. **Plane, welches du wann baust.**',
  'learn.3.draw': 'Mit einem Laboratorium darfst du, wenn du willst, **noch eine Karte** ziehen.',
  'learn.3.sell': '**Verkaufe zuerst.** Was du verdienst, entscheidet, was du bauen kannst und wer nächste Runde zuerst dran ist.',
  'learn.3.cost': '**{card}** kostet dich {cost}, und du hast {coins}.',
  'learn.3.build': 'Du kannst **{card}** bauen: Das kostet dich {cost}, und du hast {coins}. Überleg, was du verdeckst, und behalte die Münzen von {name} im Auge.',
  'learn.3.dear': '**{card}** kostet dich {cost}, und du hast {coins}. **Bau etwas, das Geld bringt, oder hör auf zu bauen.**',
  'learn.3.discard': 'Leg weg, was du jetzt nicht brauchst. Ein Palastteil, das du nächste Runde bauen willst, **behältst** du am besten.',
  'learn.3.last': 'Das kann die **letzte Runde** sein. Zähl die Münzen: Wer hat am Ende mehr?',
  'learn.3.more': 'Die Partie geht weiter. Ein Tipp zeigt dir, was ein starker Bot tun würde.',
  'learn.3.richer': '**Du hast gewonnen!** Sechs Teile und mehr Münzen als {name}. Das ist das ganze Spiel; du bist bereit für eine richtige Partie.',
  'learn.3.first': '**Du hast gewonnen!** Du hast alle sechs Teile, {name} nicht. Das ist das ganze Spiel; du bist bereit für eine richtige Partie.',
  'learn.3.shared': '**Du und {name} teilt euch den Sieg:** je sechs Teile und gleich viele Münzen. Du bist bereit für eine richtige Partie.',
  'learn.3.nobody': '**Niemand hat den Palast vollendet**, also gewinnt niemand. Versuch den Akt noch einmal oder spiel eine richtige Partie: Du weißt alles, was du brauchst.',
  'learn.3.lost':
    '**Dieses Mal gewinnt {name}.** Über knappe Partien entscheiden ein paar Münzen oder eine einzige Runde. Versuch den Akt noch einmal oder spiel eine richtige Partie: Du weißt alles, was du brauchst.',
  'learn.play': 'Spiel deine erste Partie',
  'learn.look': 'Zurückblicken',
  'learn.error': 'Die Lektion ließ sich nicht starten: {why}',
}
