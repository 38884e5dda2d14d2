import type { Like } from '../like'
import type { learn as english } from '../en/learn'

export const learn: Like<typeof english> = {
  'learn.title': 'Spielend lernen',
  'learn.about':
    'Ein erstes Spiel in drei kurzen Akten, etwa acht Minuten. Du spielst an einem echten Tisch gegen einen echten Bot und kannst jederzeit gehen: Es geht weiter, wo du warst.',
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
    'Pro Runde verkaufst du an **eine** Brauerei. Noch ist jeder Preis 1, beide zahlen also 3 Münzen. Was niemand bringt, wird teurer: Merk dir, welche du auslässt. **Wähle eine Brauerei.**',
  'learn.1.income':
    'Dein Einkommen von {coins} bringt auch deine **Scheibe** auf diese Zahl der anderen Leiste. Wer dort am tiefsten liegt, ist nächste Runde zuerst dran: **Wer wenig verdient, kommt früh.**',
  'learn.1.hand':
    'Deine **Karten**. Die Münze zeigt die Kosten. Du hast {coins}: genau genug für den **Baukran**. Solange er steht, kostet alles, was du baust, 2 weniger.',
  'learn.1.build': 'Du darfst pro Zug **zwei Karten** bauen. Nimm den **Baukran** und setz ihn auf einen leeren Platz.',
  'learn.1.buildOther':
    'Gut. Du darfst pro Zug **zwei Karten** bauen, wenn du sie bezahlen kannst. Bau noch eine oder hör auf zu bauen.',
  'learn.1.build2':
    'Der Baukran wirkt sofort: Der **Magistrat** kostet jetzt 0 statt 2. Bau ihn gleich auf einen anderen leeren Platz: Ab der nächsten Runde bist du mit ihm früher dran. Du könntest auch etwas überbauen, aber was verdeckt wird, ist für immer weg.',
  'learn.1.discard':
    'Jetzt **behältst du eine Karte**; die anderen kommen **unter deinen Stapel**, in der Reihenfolge deiner Wahl. Gemischt wird nie mehr: Der Zeitplan zeigt, wann jede wiederkommt. Behalte das **Hopfenfeld 1**, nächste Runde kannst du es bezahlen.',
  'learn.1.end': 'Dein Zug ist fertig. Bis du ihn beendest, lässt sich alles rückgängig machen. **Beende deinen Zug.**',
  'learn.1.wait': 'Jetzt spielt {name}: verkaufen, bauen, ablegen, genau wie du.',
  'learn.1.market':
    'Die Runde ist vorbei, und **die Preise haben sich bewegt**: Jeder Nachfrageplatz, der frei blieb, hat den Marker seines Gutes **ein Feld nach oben** gezogen. Felder nebeneinander können denselben Preis haben. Der beste Preis ist jetzt {price}, bei {brewery}.',
  'learn.1.round2':
    'Runde 2. Du hast drei neue Karten gezogen, und deine Felder haben wieder getragen. **Spiel diesen Zug selbst:** Verkaufe, wo es am meisten bringt, dann baue. Das Hopfenfeld 1 kostet dich nur 2.',
  'learn.1.round2Other':
    'Runde 2. Du hast drei neue Karten gezogen, und deine Felder haben wieder getragen. **Spiel diesen Zug selbst:** Verkaufe, wo es am meisten bringt, dann bau, was du bezahlen kannst.',
  'learn.1.done':
    '**Jetzt weißt du, wie eine Runde läuft.** Ziehen, ernten, verkaufen, bauen, ablegen; dann bewegen sich die Preise. Der Rest des Spiels ist, das zur rechten Zeit zu tun.',

  'learn.2.intro':
    'Vier Runden später. Du hast gute Felder, einen Baukran und dein **erstes Palastteil**. Es bringt nichts ein, und niemand kann es überbauen.',
  'learn.2.zero':
    'Schau dir {brewery} an: Der Preis für {good} ist dort **0**, also kann das diese Runde dort niemand verkaufen. Es ginge nur mit einem Markt, als ein anderes Gut, das einen Preis hat.',
  'learn.2.sell':
    'Jede Zeile vergleicht, was ein Verkauf **einbringt**, worauf die Preise **fallen** und deinen **Platz** in der nächsten Runde. Du kannst auch weniger verkaufen. **Verkaufe jetzt.**',
  'learn.2.surplus':
    'Du hast für alles den alten Preis bekommen. Aber was **über die Nachfrage** hinausging, war Überschuss: Jedes solche Gut hat den Marker **ein Feld nach unten** gezogen, für alle, die nach dir kommen. Der Preis fällt, wenn dort ein niedrigerer steht.',
  'learn.2.noSurplus':
    'Bezahlt wurde zum gezeigten Preis. Hättest du **über die Nachfrage** hinaus verkauft, hätte jedes Gut Überschuss den Marker ein Feld nach unten gezogen, für alle, die nach dir kommen.',
  'learn.2.order':
    'Ein großes Einkommen bringt deine Scheibe weit **nach oben**: Nächste Runde bist du **später** dran, wenn die besten Preise vielleicht weg sind. Manchmal ist weniger verkaufen mehr.',
  'learn.2.palace':
    'Ein Palastteil kostet jetzt {price} (mit dem Baukran 2 weniger). Immer wenn so viele Teile gebaut sind, wie Leute mitspielen, hier {players}, **steigt der Preis um 2**. Auch Warten hat also seinen Preis.',
  'learn.2.build':
    'Baust du **Palast II**? Jedes Teil verdeckt etwas, das Geld bringt. Nimm die Karte, und jeder Platz sagt dir, was du dort verlierst. **Baue oder hör auf zu bauen.**',
  'learn.2.discard':
    'Wieder unter den Stapel. **Die Reihenfolge ist ein Plan:** Was du zuerst weglegst, kommt zuerst zurück. Palastteile können dort warten, bis du sie bezahlen kannst.',
  'learn.2.done':
    '**Preise, Reihenfolge, Palastpreis:** drei Uhren, die gleichzeitig ticken. Jetzt siehst du, wie es ausgeht.',

  'learn.3.intro':
    'Die letzten Runden. Du hast {parts}, {name} hat {theirs}. Sobald jemand **sechs** hat, wird die Runde zu Ende gespielt. Von allen mit sechs Teilen **gewinnt, wer am reichsten ist.**',
  'learn.3.plan':
    'Sieh auf deinen Stapel: **Palast IV** kommt nächste Runde zurück. In Runde 3 hast du ihn dorthin gelegt; jetzt ist er dein sechstes Teil. Das fünfte, **Palast VI**, solltest du also jetzt bauen.',
  'learn.3.play':
    'Verkaufe und baue dann **Palast VI**. Er kostet {price}; überleg, was du verdeckst, denn nächste Runde brauchst du den Preis des letzten Teils und eine Münze mehr, als {name} übrig hat.',
  'learn.3.last':
    'Das kann die **letzte Runde** sein. Sieh auf den Palastpreis, verkaufe, was du hast, und bau dein letztes Teil. Zähl die Münzen: Wer hat am Ende mehr?',
  'learn.3.more':
    'Das Spiel geht weiter. Vollende deinen Palast, wenn du ihn bezahlen kannst. Ein Tipp zeigt dir, was ein starker Bot tun würde.',
  'learn.3.won':
    '**Du hast gewonnen!** Sechs Teile und mehr Münzen als {name}. Das ist das ganze Spiel; du bist bereit für ein richtiges.',
  'learn.3.lost':
    '**Dieses Mal gewinnt {name}.** Knappe Spiele entscheiden ein paar Münzen oder eine Runde. Versuch den Akt noch einmal oder spiel ein richtiges Spiel: Du weißt alles, was du brauchst.',
  'learn.error': 'Die Lektion ließ sich nicht starten: {why}',
}
