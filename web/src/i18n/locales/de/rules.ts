import type { Like } from '../like'
import type { rules as english } from '../en/rules'

export const rules: Like<typeof english> = {
  'rules.title': 'Regeln',
  'rules.cards': 'Karten',
  'rules.contents': 'Inhalt',
  'rules.find': 'In den Regeln suchen',
  'rules.none': 'Nichts gefunden zu „{what}“.',
  'rules.found': '{n, plural, one {# Regel gefunden} other {# Regeln gefunden}}',
  'rules.ruling': 'Festlegung',
  'rules.cost': 'Kosten',
  'rules.cost.palace': 'Palastpreis',
  'rules.cost.palace.about':
    'Am Anfang 8 Münzen, und jedes Mal 2 mehr, sobald so viele Teile gebaut sind, wie Leute mitspielen.',
  'rules.copies': 'Alle haben jede dieser Karten einmal.',
  'rules.seeRule': 'Regel {rule}',
  'rules.intro.title': 'Das Spiel in einer Minute',
  'rules.intro.1':
    'Dir gehören sechs Bauplätze bei einer Stadt mit Brauereien. Dort wachsen Hopfen und Gerste, und es sprudelt Quellwasser; die Brauereien kaufen alles drei. Mit dem Geld baust du bessere Felder und nützliche Gebäude.',
  'rules.intro.2':
    'Aber du willst nicht ewig Landwirtschaft treiben, du willst einen Palast. Er hat sechs Teile und steht auf denselben sechs Plätzen, die dich ernähren. Jedes Teil macht dich ärmer. Sobald jemand alle sechs hat, wird die Runde zu Ende gespielt, und von allen mit sechs Teilen gewinnt, wer am reichsten ist.',
  'rules.intro.3':
    '**Der Stapel lügt nicht.** Was du jetzt nicht willst, legst du in selbst gewählter Reihenfolge unter deinen Stapel, und in dieser Reihenfolge kommt es wieder. Gemischt wird nie mehr.',
  'rules.intro.4':
    '**Der Markt vergisst nichts.** Was du über die Nachfrage hinaus verkaufst, drückt den Preis; was niemand bringt, treibt ihn hoch. Wer in einer Runde am wenigsten verdient, ist in der nächsten zuerst dran.',
  'rules.glance.title': 'Eine Runde auf einen Blick',
  'rules.glance.phase': 'Phase',
  'rules.glance.what': 'Was geschieht',
  'rules.glance.1': 'Alle ziehen drei Karten.',
  'rules.glance.2': 'Alle nehmen, was ihre Felder geben.',
  'rules.glance.3': 'Verkaufe an eine Brauerei. Dein Einkommen bestimmt, wann du nächste Runde dran bist.',
  'rules.glance.4': 'Baue bis zu zwei Karten auf deine sechs Bauplätze.',
  'rules.glance.5': 'Behalte eine Karte, lege die anderen unter deinen Stapel. Unverkaufte Güter verderben.',
  'rules.glance.6': 'Wo Nachfrage übrig ist, steigen die Preise.',
  'rules.glance.note':
    'Die Phasen 1, 2 und 6 spielen alle gleichzeitig. Die Phasen 3 bis 5 bilden einen Zug; die Züge folgen nacheinander.',

  'rules.R0': 'Material',
  'rules.R1': 'Vorbereitung',
  'rules.R2': 'Die Runde',
  'rules.R3': 'Ziehen (Phase 1)',
  'rules.R4': 'Ernten (Phase 2)',
  'rules.R5': 'Verkaufen (Phase 3)',
  'rules.R6': 'Bauen (Phase 4)',
  'rules.R7': 'Ablegen (Phase 5)',
  'rules.R8': 'Preise (Phase 6)',
  'rules.R9': 'Ende des Spiels',
  'rules.R10': 'Wer was weiß',

  'rules.R0.1': 'Es spielen 2 bis 5 Personen, entweder das **Grundspiel** oder das **Expertenspiel**.',
  'rules.R0.2':
    'Alle haben den gleichen Kartensatz. Grundspiel, 26 Karten: neun Felder (Ertrag 1, 2 und 3 für Hopfen, für Gerste und für Wasser; ein Feld für Wasser heißt Quelle), Bank I und II, Rathaus I und II, Laboratorium I und II, ein Kontor, ein Lagerhaus, ein Markt, ein Magistrat, ein Baukran und Palast I bis VI. Expertenspiel, 28 Karten: dazu ein Reiseführer und ein Lumpensammler.',
  'rules.R0.3':
    'Alle haben einen Feldplan mit sechs Bauplätzen in zwei Reihen. Die Plätze 1, 2, 3 oben sind am Anfang leer. Auf die Plätze 4, 5, 6 unten ist je ein Feld mit Ertrag 1 gedruckt, für jedes Gut eines.',
  'rules.R0.4':
    'Eine Nachfragekarte sagt, wie viele Nachfrageplätze eine Brauerei für Hopfen, Gerste und Wasser hat. Es gibt sieben. In der Standardausgabe sind es die sechs Anordnungen von 1, 2 und 3 und eine Karte mit je 2.',
  'rules.R0.5':
    'Eine offene Brauerei hat für jedes Gut eine Preisleiste: eine Reihe von **Feldern**, jedes mit einem Preis von 0 bis 3 Münzen. Ein Marker auf einem davon zeigt den Preis. Benachbarte Felder können denselben Preis haben; der Marker kann also weiterrücken, ohne dass sich der Preis ändert. Neben den Brauereien liegen zwei Einkommensleisten mit den Feldern 0 bis 25; alle haben dort eine Scheibe.',
  'rules.R0.6': 'Der Palastpreis ist 8, 10, 12, 14, 16 oder 18. Güter gehen nie aus. Ruling: Auch Münzen gehen nie aus.',

  'rules.R1.1':
    'Es sind so viele Brauereien offen, wie Leute mitspielen. Jede bekommt zufällig eine Nachfragekarte und behält sie das ganze Spiel. Alle Preismarker beginnen auf demselben markierten Feld mit Preis 1.',
  'rules.R1.2':
    'Alle Scheiben liegen zufällig gestapelt auf Feld 0 der ersten Einkommensleiste. Die oberste ist zuerst dran.',
  'rules.R1.3': 'Alle bekommen 2 Münzen. Der Palastpreis beginnt bei 8.',
  'rules.R1.4':
    'Grundspiel: Mische deine 26 Karten und zieh 3 auf die Hand. Mit dem Ziehen der ersten Runde wählst du im ersten Zug aus sechs Karten.',
  'rules.R1.5':
    'Expertenspiel: Mische deine 28 Karten, zieh 10, behalte 1 und lege die anderen 9 in beliebiger Reihenfolge unter deinen Stapel. Das tun alle gleichzeitig. Mit dem Ziehen der ersten Runde wählst du im ersten Zug aus vier Karten.',
  'rules.R1.6': 'Ruling: Zu zweit gibt es keine besonderen Regeln; es sind zwei Brauereien offen.',

  'rules.R2.1':
    'Eine Runde hat sechs Phasen: ziehen, ernten, verkaufen, bauen, ablegen, Preise. Die ersten beiden machen alle gleichzeitig. Die nächsten drei sind ein Zug: Wer zuerst dran ist, verkauft, baut und legt ab, dann kommt die nächste Person und so weiter. Die Phase „Preise“ beendet die Runde.',
  'rules.R2.2':
    'Wessen Scheibe auf der aktuellen Einkommensleiste am tiefsten liegt, ist zuerst dran, dann die nächsthöhere und so weiter. In einem Stapel kommt die obere Scheibe vor der unteren.',
  'rules.R2.3':
    'Wo die Reihenfolge der Entscheidungen nichts ändert, darfst du schon vorher entscheiden. Es kommt genau so heraus, als hättest du gewartet.',

  'rules.R3.1': 'Nimm die obersten 3 Karten deines Stapels auf die Hand. Ruling: Sind es weniger, nimm alle.',
  'rules.R3.2':
    'Mit Laboratorium I darfst du 1 Karte mehr ziehen, mit Laboratorium II 2, mit beiden 3. Du siehst jede Karte, bevor du über die nächste entscheidest, und kannst jederzeit aufhören.',

  'rules.R4.1':
    'Jedes sichtbare Feld, Karte oder aufgedruckt, gibt dir so viele Güter, wie sein Ertrag sagt. Sie kommen zu dem, was in deinem Lagerhaus liegt.',

  'rules.R5.1':
    'Verkaufe so viele Güter, wie du magst, oder keine, aber pro Runde nur an eine einzige Brauerei. Bezahlt werden alle zu den Preisen vor deinem Verkauf.',
  'rules.R5.2':
    'Als ein Gut, dessen Preis dort 0 ist, kannst du nichts verkaufen, auch nicht mit dem Kontor. Es zählt, **als was** ein Gut verkauft wird: Eines, das selbst bei 0 steht, darf über den Markt als ein Gut mit einem Preis über 0 verkauft werden.',
  'rules.R5.3':
    'Verkaufte Güter füllen zuerst die freien Nachfrageplätze ihrer Sorte. Jedes Gut, das keinen Platz mehr findet, ist Überschuss: Nach der Bezahlung zieht es den Marker seiner Sorte ein Feld nach unten, aber nie unter das tiefste. Der Preis fällt nur, wenn dort ein niedrigerer steht.',
  'rules.R5.4':
    'Dein Einkommen ist die Summe aus\n- dem Preis jedes verkauften Gutes,\n- mit dem Kontor 1 Münze mehr für jedes Gut einer Sorte deiner Wahl,\n- 3 Münzen für Bank I und 5 für Bank II,\n- mit dem Reiseführer 2 Münzen für jedes Palastteil, das du gebaut hast.\nRuling: All das zählt für deine Scheibe.',
  'rules.R5.5':
    'Mit dem Markt darfst du bis zu 3 Güter einer Sorte als eine der beiden anderen verkaufen. Sie zählen dann in allem als diese Sorte: Preis (auch wenn ihr eigener 0 ist), Nachfrageplätze, Überschuss und Kontor.',
  'rules.R5.6':
    'Deine Scheibe kommt auf die **andere** Einkommensleiste, auf das Feld deines Einkommens, oben auf alle, die schon dort liegen. Über 25 kommt sie auf 25; die Münzen bekommst du trotzdem alle.',
  'rules.R5.7':
    'Mit dem Magistrat kommt deine Scheibe 3 Felder tiefer als dein Einkommen; darauf kannst du nicht verzichten. Ruling: Erst werden 3 abgezogen, dann wird das Feld auf 0 bis 25 begrenzt. An den Münzen ändert sich nichts.',
  'rules.R5.8':
    'Ruling: Kontor und Markt darfst du je einmal pro Runde nutzen oder gar nicht. Banken, Reiseführer und Magistrat wirken immer. Verkaufst du nichts, brauchst du keine Brauerei zu nennen; eine zu nennen hat dann keine Wirkung.',

  'rules.R6.1':
    'Baue bis zu 2 Karten aus der Hand. Jede kommt auf einen deiner sechs Bauplätze, und du zahlst ihre Kosten.',
  'rules.R6.2':
    'Du darfst alles überbauen, sogar die gerade erst gebaute Karte, nur kein Palastteil. Was verdeckt ist, ist aus dem Spiel und wirkt nicht mehr.',
  'rules.R6.3':
    'Eine neue Karte wirkt sofort. Ein zuerst gebauter Baukran macht die zweite Karte billiger; Rathaus, Lagerhaus oder Lumpensammler helfen schon in Phase 5 dieses Zuges.',
  'rules.R6.4':
    'Ist dein Baukran beim Bezahlen sichtbar, kostet die Karte 2 weniger, egal welche, auch ein Palastteil und auch die Karte, mit der du den Baukran überbaust; nur nicht der Baukran selbst. Ruling: Kosten fallen nie unter 0.',
  'rules.R6.5':
    'Ein Palastteil kostet den aktuellen Palastpreis. Wer eins baut, legt einen Marker auf die Preiskarte. Sobald dort so viele Marker liegen, wie Leute mitspielen, kommen sie weg, und der Preis steigt sofort um 2. Ruling: Sind alle Palastteile gebaut, steht er bei 20, und niemand zahlt ihn mehr.',
  'rules.R6.6':
    'Expertenspiel: Ein Palastteil kommt nur auf den Bauplatz mit seiner Nummer, Palast I auf Platz 1 und so weiter.',

  'rules.R7.1':
    'Du behältst 1 Karte auf der Hand. Rathaus I erlaubt 1 mehr, Rathaus II 2 mehr, beide zusammen 3 mehr. Ruling: Wer Karten hat, behält mindestens eine; was die Rathäuser erlauben, musst du nicht ausnutzen.',
  'rules.R7.2':
    'Alle anderen kommen verdeckt unter deinen Stapel, in beliebiger Reihenfolge. Niemand sonst sieht sie. Was du zuerst weglegst, ziehst du zuerst.',
  'rules.R7.3':
    'Mit dem Lumpensammler darfst du stattdessen bis zu 2 Handkarten aus dem Spiel nehmen. Ruling: Sie bleiben verdeckt; und wer so die ganze Hand entfernt, behält keine Karte. Ob du Karten entfernst, bevor oder nachdem du andere unter den Stapel legst, ist egal.',
  'rules.R7.4':
    'Nicht verkaufte Güter sind verloren. Mit einem Lagerhaus bleiben bis zu 3 deiner Wahl. Ruling: Wurde das Lagerhaus in Phase 4 überbaut, sind die Güter darin jetzt verloren. Güter eines Feldes, das in diesem Zug überbaut wurde, dürfen gelagert werden.',

  'rules.R8.1':
    'In jeder offenen Brauerei zieht jeder freie Nachfrageplatz den Marker seiner Sorte ein Feld nach oben, aber nie über das höchste. Danach werden alle Nachfrageplätze geleert.',
  'rules.R8.2':
    'Die Einkommensleisten tauschen die Rollen: Die gerade gefüllte bestimmt die Reihenfolge der nächsten Runde.',

  'rules.R9.1':
    'Sobald jemand alle sechs Palastteile gebaut hat, ist diese Runde die letzte. Sie wird zu Ende gespielt.',
  'rules.R9.2':
    'Von allen mit sechs Teilen gewinnt, wer die meisten Münzen hat. Ruling: Bei Gleichstand teilen sie sich den Sieg.',
  'rules.R9.3':
    'Ruling: Manche Partien würden nie enden, weil der Lumpensammler ein Palastteil entfernen kann und niemand bauen muss. Darum endet eine Partie nach einer festen Zahl von Runden ohne Sieg (in der Standardausgabe 100).',

  'rules.R10.1':
    'Alle dürfen sehen: Münzen, Feldpläne, Güter auf Feldern und in Lagerhäusern, Preise, Nachfrageplätze, Einkommensleisten, den Palastpreis, wie viele Karten jede Hand und jeder Stapel hat und wie viele Karten jemand weggelegt oder entfernt hat. Ruling: Münzen sind öffentlich.',
  'rules.R10.2':
    'Geheim sind jede Hand, die Reihenfolge jedes Stapels und die Karten, die unter einen Stapel gelegt oder entfernt wurden. Deine eigenen kennst du. Da alle Kartensätze gleich sind, lässt sich aus dem Gebauten schließen, was andere noch haben können.',
  'rules.R10.2a':
    'Dein Zug darf nicht verraten, ob du mit deiner Hand hättest bauen können. Darum wirst du auch gefragt, wenn du keine deiner Karten bezahlen kannst. Die Frage entfällt nur aus Gründen, die alle sehen: kein Geld für irgendeine Karte, die du haben könntest, eine leere Hand oder kein freier Bauplatz.',
  'rules.R10.3':
    'Nach der Vorbereitung gibt es keinen Zufall mehr. Zufällig sind nur die Reihenfolge der Stapel, die Nachfragekarten und die Reihenfolge der ersten Runde.',

  'tip.field':
    'Mit Feldern fängt alles an. Ein großes Feld gibt oft mehr, als eine Brauerei will: Achte darauf, welche viel davon braucht.',
  'tip.bank': 'Bringt Geld, egal wie die Preise stehen; aber wer viel verdient, ist auch spät dran.',
  'tip.townhall': 'Damit sammelst du Palastteile auf der Hand für das Ende.',
  'tip.lab': 'Bringt dich schneller durch deinen Stapel. Früh stark; später weißt du ohnehin, was kommt.',
  'tip.office': 'Am besten, wenn du viel von einer Sorte verkaufst.',
  'tip.warehouse': 'Damit kannst du auf einen besseren Preis warten.',
  'tip.market': 'Macht aus Gütern, die niemand will, die am besten bezahlten.',
  'tip.magistrate': 'Wer früh dran ist, bekommt die besten Preise und den niedrigeren Palastpreis.',
  'tip.crane': 'Nach drei Karten hat er sich bezahlt gemacht. Von einem Palastteil überbaut hilft er ein letztes Mal.',
  'tip.palace': 'Zu früh, und du verdienst nichts mehr; zu spät, und die anderen haben billiger gebaut.',
  'tip.guide': 'Das einzige Einkommen, das mit dem Palast wächst.',
  'tip.scavenger': 'Wirft hinaus, was du nie bauen wirst. So kommt früher, was du brauchst.',
}
