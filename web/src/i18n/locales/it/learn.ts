import type { Like } from '../like'
import type { learn as english } from '../en/learn'

export const learn: Like<typeof english> = {
  'learn.title': 'Impara giocando',
  'learn.about':
    'Una prima partita in tre brevi atti, circa otto minuti. Giochi a un tavolo vero contro un bot vero e puoi uscire quando vuoi: riprende da dove eri.',
  'learn.start': 'Comincia',
  'learn.resume': 'Continua',
  'learn.again': 'Gioca di nuovo',
  'learn.restart': 'Ricomincia questo atto',
  'learn.leave': 'Esci',
  'learn.act': 'Atto {n}',
  'learn.minutes': '{n, plural, one {circa # minuto} other {circa # minuti}}',
  'learn.done': 'fatto',
  'learn.act1.title': 'Campi e birrifici',
  'learn.act1.about': 'Vendere, costruire, scartare: i tuoi primi due round.',
  'learn.act2.title': 'Prezzi e ordine',
  'learn.act2.about': 'Perché i birrifici rifiutano, perché i prezzi scendono e chi comincia.',
  'learn.act3.title': 'Il palazzo',
  'learn.act3.about': 'Gli ultimi round: quando costruire e come vincere.',
  'learn.rulesInstead': 'Preferisci leggere? Ecco le regole.',
  'learn.step': 'Passo {n} di {all}',
  'learn.next': 'Avanti',
  'learn.hide': 'Nascondi la spiegazione',
  'learn.show': 'Mostra la spiegazione',
  'learn.yourTurn': 'Tocca a te',
  'learn.you': 'Tu',
  'learn.opponent': 'Rosa',

  'learn.1.welcome':
    '**Ti diamo il benvenuto a Fürstenfeld!** Possiedi un pezzo di terra e vendi luppolo, orzo e acqua di sorgente ai birrifici. Ma quello che vuoi davvero è un **palazzo**: sei parti, proprio sulla terra che ti dà da vivere.',
  'learn.1.field':
    'Questa è la tua terra: **sei spazi**. I tre in basso danno già ogni round 1 unità di luppolo, 1 d’orzo e 1 d’acqua di sorgente. Il raccolto di questo round è fatto.',
  'learn.1.breweries':
    'Questi due birrifici comprano. Il **numero grande è il prezzo** di una merce. Gli spazi piccoli mostrano la **richiesta**: quante merci vogliono in questo round.',
  'learn.1.sell':
    'Ogni round vendi a **un solo** birrificio. Tutti i prezzi sono ancora 1, quindi entrambi pagano 3 monete. Ciò che nessuno porta diventa più caro: ricorda quale lasci da parte. **Scegli un birrificio.**',
  'learn.1.income':
    'Il tuo guadagno di {coins} porta anche il tuo **disco** su quel numero dell’altro tracciato. Chi lì è più in basso comincia il prossimo round: **chi guadagna poco gioca presto.**',
  'learn.1.hand':
    'Le tue **carte**. La moneta indica il costo. Hai {coins}: proprio quanto serve per una **Gru**. Finché resta visibile, tutto ciò che costruisci costa 2 in meno.',
  'learn.1.build': 'Puoi costruire **due carte** per turno. Prendi la **Gru** e mettila su uno spazio vuoto.',
  'learn.1.buildOther':
    'Bene. Puoi costruire **due carte** per turno, se puoi pagarle. Costruiscine un’altra o smetti di costruire.',
  'learn.1.build2':
    'La Gru funziona subito: il **Magistrato** ora costa 0 invece di 2. Costruisci anche quello su un altro spazio vuoto: dal prossimo round ti farà giocare prima. Potresti anche costruire sopra qualcosa, ma ciò che copri è perso per sempre.',
  'learn.1.discard':
    'Ora **tieni una carta**; le altre vanno **sotto il tuo mazzo**, nell’ordine che scegli. Non si mescola mai più: la linea del tempo mostra quando torna ciascuna. Tieni il **Campo di luppolo 1**: nel prossimo round potrai pagarlo.',
  'learn.1.end': 'Il tuo turno è completo. Finché non lo chiudi, puoi annullare tutto. **Termina il turno.**',
  'learn.1.wait': 'Ora gioca {name}: vende, costruisce, scarta, proprio come te.',
  'learn.1.market':
    'Il round è finito e **i prezzi si sono mossi**: ogni spazio di richiesta rimasto libero ha fatto salire **di una casella** l’indicatore della sua merce. Caselle vicine possono avere lo stesso prezzo. Il prezzo migliore ora è di {price}, da {brewery}.',
  'learn.1.round2':
    'Round 2. Hai pescato tre nuove carte e i tuoi campi hanno reso di nuovo. **Gioca questo turno per conto tuo:** vendi dove rende di più, poi costruisci. Il Campo di luppolo 1 ti costa solo 2.',
  'learn.1.round2Other':
    'Round 2. Hai pescato tre nuove carte e i tuoi campi hanno reso di nuovo. **Gioca questo turno per conto tuo:** vendi dove rende di più, poi costruisci ciò che puoi pagare.',
  'learn.1.done':
    '**Ora sai come va un round.** Pescare, raccogliere, vendere, costruire, scartare; poi i prezzi si muovono. Il resto del gioco è farlo al momento giusto.',

  'learn.2.intro':
    'Quattro round dopo. Hai buoni campi, una Gru e la tua **prima parte di palazzo**. Non produce nulla, e non ci si può costruire sopra.',
  'learn.2.zero':
    'Guarda {brewery}: lì il prezzo di {good} è **0**, quindi in questo round nessuno può vendervi questa merce. Potrebbe farlo solo un Mercato, come un’altra merce che ha un prezzo.',
  'learn.2.sell':
    'Ogni riga confronta quanto **rende** una vendita, a quanto **scendono** i prezzi e il tuo **posto** nel prossimo round. Puoi anche vendere di meno. **Fai la tua vendita.**',
  'learn.2.surplus':
    'Ti hanno pagato tutto al prezzo di prima. Ma ciò che andava **oltre la richiesta** era in eccesso: ogni merce così ha fatto scendere l’indicatore **di una casella** per chi viene dopo di te. Il prezzo cala dove quella casella ne mostra uno minore.',
  'learn.2.noSurplus':
    'Hai ricevuto il prezzo indicato. Se avessi venduto **oltre la richiesta**, ogni merce in eccesso avrebbe fatto scendere di una casella il suo indicatore, per chi viene dopo di te.',
  'learn.2.order':
    'Un grande guadagno porta il tuo disco **in alto**: nel prossimo round giocherai **più tardi**, quando i prezzi migliori potrebbero non esserci più. A volte vendere meno vale di più.',
  'learn.2.palace':
    'Una parte di palazzo ora costa {price} (2 in meno con la Gru). Ogni volta che si sono costruite tante parti quante sono le persone che giocano, qui {players}, **il prezzo sale di 2**. Anche aspettare ha un prezzo.',
  'learn.2.build':
    'Costruisci **Palazzo II**? Ogni parte copre qualcosa che rende. Prendi la carta, e ogni spazio ti dice che cosa perderesti lì. **Costruisci, o smetti di costruire.**',
  'learn.2.discard':
    'Di nuovo sotto il mazzo. **L’ordine è un piano:** ciò che metti via per primo torna per primo. Le parti di palazzo possono aspettare lì finché non potrai pagarle.',
  'learn.2.done':
    '**Prezzi, ordine, prezzo del palazzo:** tre orologi che ticchettano insieme. Ora vedrai come va a finire.',

  'learn.3.intro':
    'Gli ultimi round. Tu hai {parts}, {name} ha {theirs}. Appena qualcuno ne ha **sei**, si finisce il round. Fra chi ne ha sei, **vince chi ha più monete.**',
  'learn.3.plan':
    'Guarda il tuo mazzo: **Palazzo IV** torna nel prossimo round. L’hai messo lì nel round 3; ora è la tua sesta parte. La quinta, **Palazzo VI**, conviene quindi costruirla adesso.',
  'learn.3.play':
    'Vendi, poi costruisci **Palazzo VI**. Costa {price}; pensa a che cosa copri, perché nel prossimo round ti servono il prezzo dell’ultima parte e una moneta più di {name}.',
  'learn.3.last':
    'Può essere l’**ultimo round**. Guarda il prezzo del palazzo, vendi ciò che hai e costruisci l’ultima parte. Conta le monete: chi ne avrà di più alla fine?',
  'learn.3.more':
    'La partita continua. Completa il palazzo appena puoi pagarlo. Un suggerimento mostra che cosa farebbe un bot forte.',
  'learn.3.won':
    '**Hai vinto!** Sei parti e più monete di {name}. Il gioco è tutto qui: ora tocca a una vera partita.',
  'learn.3.lost':
    '**Questa volta vince {name}.** Le partite strette si decidono per poche monete, o per un round. Riprova l’atto o passa a una vera partita: sai tutto ciò che serve.',
  'learn.error': 'La lezione non si è avviata: {why}',
}
