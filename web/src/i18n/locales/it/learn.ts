import type { Like } from '../like'
import type { learn as english } from '../en/learn'

export const learn: Like<typeof english> = {
  'learn.title': 'Impara giocando',
  'learn.about':
    'Una prima partita in tre brevi atti, circa nove minuti. Giochi a un tavolo vero contro un bot vero e puoi uscire quando vuoi: riprende da dove eri.',
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
    'Ogni round vendi a **un solo** birrificio. Tutti i prezzi sono ancora 1, quindi entrambi pagano 3 monete per tutto ciò che hai. Ciò che nessuno vende col tempo diventa più caro: ricorda quale birrificio lasci da parte. **Scegli un birrificio.**',
  'learn.1.income':
    'Il tuo guadagno di {coins} porta anche il tuo **disco** sul {n} del tracciato del prossimo round. Chi lì è più in basso comincia: **chi guadagna poco gioca presto.**',
  'learn.1.hand':
    'Le tue **carte**. La moneta indica il costo. Hai {coins}: {enough, select, exactly {proprio quanto serve} yes {abbastanza} other {non abbastanza}} per la **Gru**, che costa {cost}. Finché resta visibile, tutto ciò che costruisci costa 2 in meno.',
  'learn.two': 'Puoi costruire **due carte** per turno.',
  'learn.oneMore': 'Puoi costruire **un’altra** carta.',
  'learn.can': 'Puoi pagare: {cards}. **Costruisci, o smetti di costruire.**',
  'learn.cannot': 'Ora non puoi pagare nessuna delle tue carte. **Smetti di costruire.**',
  'learn.1.crane': 'Prendi la **Gru** e mettila su uno spazio vuoto.',
  'learn.1.magistrate':
    'La Gru funziona subito: il **Magistrato** costa {cost}{less, select, yes { invece di {printed}} other {}}. Costruisci anche quello su un altro spazio vuoto: a ogni vendita mette il tuo disco 3 caselle più in basso, così giochi prima.',
  'learn.1.cover': 'Potresti anche costruire sopra qualcosa, ma ciò che copri è perso per sempre.',
  'learn.1.discard':
    'Ora **tieni una carta**; le altre vanno **sotto il tuo mazzo**, nell’ordine che scegli. Non si mescola mai più: la linea del tempo mostra quando torna ciascuna.',
  'learn.1.keep': 'Vale la pena tenere il **Campo di luppolo 1**: per come stanno le cose ti costa {cost}{less, select, yes { invece di {printed}} other {}}.',
  'learn.1.end': 'Il tuo turno è completo. Finché non lo chiudi, puoi annullare tutto. **Termina il turno.**',
  'learn.wait': 'Ora gioca {name}: vende, costruisce, scarta, allo stesso modo.',
  'learn.1.market':
    'Il round 1 è finito: ogni spazio di richiesta rimasto libero ha fatto salire **di una casella** l’indicatore della sua merce. Caselle vicine possono avere lo stesso prezzo. Il prezzo migliore ora è di {price}, per {good} al birrificio {brewery}.',
  'learn.1.round2':
    'Round 2. Hai pescato tre nuove carte e i tuoi campi hanno reso di nuovo. **Gioca questo turno per conto tuo:** vendi dove rende di più, poi costruisci ciò che puoi pagare.',
  'learn.1.hops': 'Il **Campo di luppolo 1** ti costa {cost}{less, select, yes { invece di {printed}} other {}}.',
  'learn.1.done':
    '**Ora sai come va un round.** Pescare, raccogliere, vendere, costruire, scartare; poi cambiano i prezzi. Il resto del gioco è farlo al momento giusto.',

  'learn.2.intro':
    'Quattro round dopo. Hai {parts}. Una **parte di palazzo** non produce nulla e non ci si può costruire sopra, ma con sei si vince.',
  'learn.2.zero':
    'Guarda {brewery}: lì il prezzo di {good} è **0**, quindi in questo round nessuno può vendervi questa merce. Si potrebbe solo con un Mercato, come un’altra merce che ha un prezzo.',
  'learn.2.earn':
    'Non rendono solo i campi. Una **Banca** paga monete ogni round, anche se non vendi nulla. Un **Ufficio commerciale** dà una moneta in più per ogni merce venduta di un tipo. Con un **Mercato** vendi fino a 3 merci di un tipo come se fossero di un altro.',
  'learn.2.sell':
    'Ogni riga confronta quanto **rende** una vendita, a quanto **scendono** i prezzi e il tuo **posto** nel prossimo round. Puoi anche vendere di meno. **Fai la tua vendita.**',
  'learn.2.surplus':
    'Ti hanno pagato tutto al prezzo di prima. Ma ciò che andava **oltre la richiesta** era in eccesso: ogni merce in eccesso ha fatto scendere l’indicatore **di una casella** per chi viene dopo di te. Il prezzo cala se quella casella ne mostra uno minore.',
  'learn.2.noSurplus':
    'Hai ricevuto il prezzo indicato. Se avessi venduto **oltre la richiesta**, ogni merce in eccesso avrebbe fatto scendere di una casella il suo indicatore, per chi viene dopo di te.',
  'learn.2.noSale':
    'Non hai venduto nulla. Se avessi venduto **oltre una richiesta**, ogni merce in eccesso avrebbe fatto scendere di una casella il suo indicatore, per chi viene dopo di te.',
  'learn.2.order':
    'Il tuo disco è sul {n} del tracciato del prossimo round. Un grande guadagno lo porta **in alto**: allora giochi **più tardi**, quando i prezzi migliori potrebbero non esserci più. A volte vendere meno vale di più.',
  'learn.2.palace':
    'Una parte di palazzo ora costa {price}{crane, select, yes {, con la tua Gru {cost}} other {}}. Ogni volta che si sono costruite tante parti quante sono le persone che giocano, qui {players}, **il prezzo sale di 2**. Anche aspettare ha un prezzo.',
  'learn.2.part':
    'Costruisci **{card}**? Ogni parte occupa uno spazio che potrebbe rendere. Prendi la carta, e ogni spazio ti dice che cosa perderesti lì. **Costruisci, o smetti di costruire.**',
  'learn.2.discard':
    'Di nuovo sotto il mazzo. **L’ordine è un piano:** ciò che metti via per primo torna per primo. Le parti di palazzo possono aspettare lì finché non potrai pagarle.',
  'learn.2.time':
    'Certi edifici ti fanno guadagnare tempo. Un **Magistrato** mette il tuo disco 3 caselle sotto il tuo guadagno. Un **Magazzino** conserva fino a 3 merci invendute per un prezzo migliore. Con un **Laboratorio** peschi più carte, con un **Municipio** ne tieni di più.',
  'learn.2.done':
    '**Prezzi, ordine, prezzo del palazzo:** tre orologi che ticchettano insieme. Ora vedrai come va a finire.',

  'learn.3.intro':
    'Si va verso la fine. Tu hai {parts}, {name} ha {theirs}. Appena qualcuno ne ha **sei**, si finisce il round. Fra chi ne ha sei, **vince chi ha più monete.**',
  'learn.3.inHand': 'Hai in mano **{card}**.',
  'learn.3.inDeck': '**{card}** torna {when}: hai messo la carta sotto il mazzo nel round {n}.',
  'learn.3.plan': 'Sono le parti che conosci e che ti servono ancora. **Decidi quale costruire e quando.**',
  'learn.3.draw': 'Con un Laboratorio puoi pescare **un’altra carta**, se vuoi.',
  'learn.3.sell': '**Prima vendi.** Da quanto guadagni dipende che cosa puoi costruire e chi comincia il prossimo round.',
  'learn.3.cost': '**{card}** ti costa {cost}, e tu hai {coins}.',
  'learn.3.build': 'Puoi costruire **{card}**: ti costa {cost}, e tu hai {coins}. Pensa a che cosa copri, e tieni d’occhio le monete di {name}.',
  'learn.3.dear': '**{card}** ti costa {cost}, e tu hai {coins}. **Costruisci qualcosa che renda, o smetti di costruire.**',
  'learn.3.discard': 'Metti via ciò che ora non ti serve. Una parte di palazzo che vuoi nel prossimo round conviene **tenerla**.',
  'learn.3.last': 'Può essere l’**ultimo round**. Conta le monete: chi ne avrà di più alla fine?',
  'learn.3.more': 'La partita continua. Un suggerimento mostra che cosa farebbe un bot forte.',
  'learn.3.richer': '**Hai vinto!** Sei parti e più monete di {name}. Il gioco è tutto qui: ora tocca a una vera partita.',
  'learn.3.first': '**Hai vinto!** Hai tutte e sei le parti, {name} no. Il gioco è tutto qui: ora tocca a una vera partita.',
  'learn.3.shared': '**Tu e {name} condividete la vittoria:** sei parti e lo stesso numero di monete a testa. Ora tocca a una vera partita.',
  'learn.3.nobody': '**Nessuno ha completato il palazzo**, quindi non vince nessuno. Riprova l’atto o passa a una vera partita: sai tutto ciò che serve.',
  'learn.3.lost':
    '**Questa volta vince {name}.** Le partite strette si decidono per poche monete, o per un round. Riprova l’atto o passa a una vera partita: sai tutto ciò che serve.',
  'learn.play': 'Gioca la tua prima partita',
  'learn.look': 'Guarda com’è andata',
  'learn.error': 'La lezione non si è avviata: {why}',
}
