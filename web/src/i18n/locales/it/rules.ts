import type { Like } from '../like'
import type { rules as english } from '../en/rules'

export const rules: Like<typeof english> = {
  'rules.title': 'Regole',
  'rules.cards': 'Carte',
  'rules.contents': 'Indice',
  'rules.find': 'Cerca nelle regole',
  'rules.none': 'Nessun risultato per «{what}».',
  'rules.found': '{n, plural, one {# regola trovata} other {# regole trovate}}',
  'rules.ruling': 'Precisazione',
  'rules.cost': 'Costo',
  'rules.cost.palace': 'prezzo del palazzo',
  'rules.cost.palace.about':
    'All’inizio 8 monete, poi 2 in più ogni volta che si sono costruite tante parti quante sono le persone che giocano.',
  'rules.copies': 'Ogni persona possiede una copia di ciascuna di queste carte.',
  'rules.seeRule': 'Regola {rule}',
  'rules.intro.title': 'Il gioco in un minuto',
  'rules.intro.1':
    'Possiedi sei terreni vicino a una città con i suoi birrifici. Danno luppolo, orzo e acqua di sorgente; i birrifici comprano tutti e tre. Con il denaro costruisci campi migliori ed edifici utili.',
  'rules.intro.2':
    'Ma non vuoi coltivare la terra per sempre: vuoi un palazzo. Ha sei parti e sorge sugli stessi sei terreni che ti danno da vivere. Ogni parte ti impoverisce. Quando qualcuno le ha tutte e sei, il round si gioca fino in fondo, e fra chi le ha tutte vince chi ha più monete.',
  'rules.intro.3':
    '**Il mazzo non mente.** Quello che ora non vuoi va sotto il mazzo nell’ordine che preferisci, e in quell’ordine torna. Non si mescola mai più.',
  'rules.intro.4':
    '**Il mercato ha memoria.** Ciò che vendi oltre la richiesta fa scendere il prezzo; ciò che nessuno porta lo fa salire. Chi guadagna meno in un round comincia il successivo.',
  'rules.glance.title': 'Un round in breve',
  'rules.glance.phase': 'Fase',
  'rules.glance.what': 'Che cosa succede',
  'rules.glance.1': 'Tutti pescano tre carte.',
  'rules.glance.2': 'Tutti prendono ciò che i campi producono.',
  'rules.glance.3': 'Vendi a un birrificio. Il tuo guadagno decide il tuo posto nel prossimo round.',
  'rules.glance.4': 'Costruisci fino a due carte sui tuoi sei spazi.',
  'rules.glance.5': 'Tieni una carta, metti le altre sotto il mazzo. Le merci non vendute vanno perse.',
  'rules.glance.6': 'Dove la richiesta non è soddisfatta, i prezzi salgono.',
  'rules.glance.note':
    'Le fasi 1, 2 e 6 si giocano insieme. Le fasi da 3 a 5 formano un turno; i turni si giocano uno dopo l’altro.',

  'rules.R0': 'Materiali',
  'rules.R1': 'Preparazione',
  'rules.R2': 'Il round',
  'rules.R3': 'Pesca (fase 1)',
  'rules.R4': 'Raccolto (fase 2)',
  'rules.R5': 'Vendita (fase 3)',
  'rules.R6': 'Costruzione (fase 4)',
  'rules.R7': 'Scarto (fase 5)',
  'rules.R8': 'Prezzi (fase 6)',
  'rules.R9': 'Fine della partita',
  'rules.R10': 'Chi sa che cosa',

  'rules.R0.1': 'Si gioca da 2 a 5, in due modi: il **gioco base** o il **gioco avanzato**.',
  'rules.R0.2':
    'Tutti hanno le stesse carte. Gioco base, 26 carte: nove campi (resa 1, 2 e 3 di luppolo, d’orzo e d’acqua; un campo d’acqua si chiama Sorgente), Banca I e II, Municipio I e II, Laboratorio I e II, un Ufficio commerciale, un Magazzino, un Mercato, un Magistrato, una Gru e Palazzo da I a VI. Gioco avanzato, 28 carte: le stesse più una Guida turistica e uno Straccivendolo.',
  'rules.R0.3':
    'Ognuno ha una plancia con sei spazi in due file da tre. Gli spazi 1, 2, 3 sono in alto e all’inizio sono vuoti. Gli spazi 4, 5, 6 sono in basso e ognuno ha stampato un campo di resa 1, uno per ogni merce.',
  'rules.R0.4':
    'Una carta richiesta dice quanti spazi di richiesta ha un birrificio per luppolo, orzo e acqua. Ce ne sono sette. Nell’edizione predefinita sono i sei modi di disporre 1, 2 e 3, e una carta con 2 di ciascuno.',
  'rules.R0.5':
    'Un birrificio aperto ha una scala dei prezzi per ogni merce: una fila di **caselle**, ognuna con un prezzo da 0 a 3 monete. Un indicatore su una di esse mostra il prezzo. Caselle vicine possono avere lo stesso prezzo: un indicatore può muoversi senza che il prezzo cambi. Accanto ai birrifici ci sono due tracciati del guadagno con le caselle da 0 a 25; ognuno vi ha un disco.',
  'rules.R0.6': 'Il prezzo del palazzo è 8, 10, 12, 14, 16 o 18. Le merci non finiscono mai. Ruling: non finiscono mai nemmeno le monete.',

  'rules.R1.1':
    'Sono aperti tanti birrifici quante sono le persone che giocano. Ogni birrificio riceve a caso una carta richiesta e la conserva per tutta la partita. Tutti gli indicatori partono dalla stessa casella segnata, di prezzo 1.',
  'rules.R1.2':
    'Tutti i dischi vanno impilati a caso sulla casella 0 del primo tracciato del guadagno. Il disco più in alto gioca per primo.',
  'rules.R1.3': 'Ognuno riceve 2 monete. Il prezzo del palazzo parte da 8.',
  'rules.R1.4':
    'Gioco base: mescola le tue 26 carte e pescane 3. Con la pesca del primo round, nel primo turno scegli fra sei carte.',
  'rules.R1.5':
    'Gioco avanzato: mescola le tue 28 carte, pescane 10, tienine 1 e metti le altre 9 sotto il mazzo nell’ordine che vuoi. Tutti lo fanno insieme. Con la pesca del primo round, nel primo turno scegli fra quattro carte.',
  'rules.R1.6': 'Ruling: in due non ci sono regole speciali; sono aperti due birrifici.',

  'rules.R2.1':
    'Un round ha sei fasi: pesca, raccolto, vendita, costruzione, scarto, prezzi. Le prime due si giocano insieme. Le tre successive sono un turno: chi comincia vende, costruisce e scarta, poi tocca alla persona successiva, e così via. La fase dei prezzi chiude il round.',
  'rules.R2.2':
    'Comincia chi ha il disco più in basso sull’attuale tracciato del guadagno, poi tocca a chi ha quello appena più in alto, e così via. In una pila il disco sopra gioca prima di quello sotto.',
  'rules.R2.3':
    'Dove l’ordine delle decisioni non cambia il risultato, puoi decidere prima del tuo turno. Tutto va esattamente come se avessi aspettato.',

  'rules.R3.1': 'Prendi in mano le prime 3 carte del tuo mazzo. Ruling: se sono di meno, prendile tutte.',
  'rules.R3.2':
    'Con il Laboratorio I puoi pescare 1 carta in più, con il Laboratorio II 2, con entrambi 3. Decidi una carta alla volta, dopo aver visto la precedente, e puoi fermarti quando vuoi.',

  'rules.R4.1':
    'Ogni campo visibile, carta o stampato, ti dà tante merci quanto la sua resa. Si aggiungono a quelle conservate in Magazzino.',

  'rules.R5.1':
    'Vendi quante merci vuoi, o nessuna, ma a un solo birrificio per round. Tutte sono pagate ai prezzi indicati prima della tua vendita.',
  'rules.R5.2':
    'Nulla può essere venduto come una merce che lì vale 0, nemmeno con l’Ufficio commerciale. Conta **come quale merce** si vende: una merce che vale 0 può essere venduta attraverso il Mercato come una merce di prezzo superiore a 0.',
  'rules.R5.3':
    'Le merci vendute riempiono prima gli spazi di richiesta liberi del loro tipo. Ogni merce che non trova spazio è in eccesso: dopo il pagamento fa scendere di una casella l’indicatore del suo tipo, mai sotto la più bassa. Il prezzo cala solo se quella casella ne mostra uno minore.',
  'rules.R5.4':
    'Il tuo guadagno è la somma di\n- il prezzo di ogni merce venduta,\n- con l’Ufficio commerciale, 1 moneta in più per ogni merce di un tipo a tua scelta,\n- 3 monete per la Banca I e 5 per la Banca II,\n- con la Guida turistica, 2 monete per ogni parte di palazzo che hai costruito.\nRuling: tutto questo conta per il tuo disco.',
  'rules.R5.5':
    'Con il Mercato puoi vendere fino a 3 merci di un tipo come uno degli altri due. Da quel momento sono di quel tipo in tutto: prezzo (anche se il loro è 0), spazi di richiesta, eccesso e Ufficio commerciale.',
  'rules.R5.6':
    'Sposta il tuo disco sull’**altro** tracciato del guadagno, sulla casella del tuo guadagno, sopra i dischi già presenti. Oltre 25 va su 25; le monete le ricevi comunque tutte.',
  'rules.R5.7':
    'Con il Magistrato il tuo disco va 3 caselle più in basso del guadagno; non puoi rinunciarvi. Ruling: prima si sottrae 3, poi la casella viene limitata fra 0 e 25. Le monete non cambiano.',
  'rules.R5.8':
    'Ruling: puoi usare Ufficio commerciale e Mercato una volta per round ciascuno, o non usarli. Banche, Guida turistica e Magistrato valgono sempre. Se non vendi nulla, non devi indicare un birrificio; indicarlo non ha effetto.',

  'rules.R6.1': 'Costruisci fino a 2 carte della tua mano. Ognuna va su uno dei tuoi sei spazi e ne paghi il costo.',
  'rules.R6.2':
    'Puoi costruire sopra qualunque cosa, anche sopra la carta appena costruita, ma non sopra una parte di palazzo. Ciò che è coperto è fuori gioco e non ha più effetto.',
  'rules.R6.3':
    'Una nuova carta vale subito. Una Gru costruita per prima rende più economica la seconda carta; un Municipio, un Magazzino o uno Straccivendolo servono già nella fase 5 di questo turno.',
  'rules.R6.4':
    'Se la tua Gru è visibile quando paghi, ogni carta costa 2 in meno, anche una parte di palazzo e anche la carta con cui copri la Gru; non però la Gru stessa. Ruling: nessun costo scende sotto 0.',
  'rules.R6.5':
    'Una parte di palazzo costa il prezzo attuale del palazzo. Chi ne costruisce una mette un segnalino sulla carta del prezzo. Appena ci sono tanti segnalini quante sono le persone che giocano, si tolgono e il prezzo sale subito di 2. Ruling: quando tutti hanno costruito tutte e sei le parti, il prezzo è 20 e nessuno lo paga più.',
  'rules.R6.6':
    'Gioco avanzato: una parte di palazzo va solo sullo spazio con il suo numero, Palazzo I sullo spazio 1 e così via.',

  'rules.R7.1':
    'Tieni 1 carta in mano. Il Municipio I ne concede 1 in più, il Municipio II 2 in più, insieme 3. Ruling: se hai carte ne tieni almeno una; non devi per forza usare i Municipi.',
  'rules.R7.2':
    'Tutte le altre vanno coperte sotto il tuo mazzo, nell’ordine che vuoi. Nessun altro le vede. La prima che metti via è la prima che peschi.',
  'rules.R7.3':
    'Con lo Straccivendolo puoi invece eliminare dal gioco fino a 2 carte della tua mano. Ruling: restano coperte; e se elimini così tutta la mano, non tieni nessuna carta. Eliminarle prima o dopo aver messo le altre sotto il mazzo è lo stesso.',
  'rules.R7.4':
    'Le merci non vendute vanno perse. Con un Magazzino ne restano fino a 3 a tua scelta. Ruling: se il Magazzino è stato coperto nella fase 4, le merci che conteneva vanno perse ora. Le merci di un campo coperto in questo turno si possono conservare.',

  'rules.R8.1':
    'In ogni birrificio aperto, ogni spazio di richiesta libero fa salire di una casella l’indicatore della sua merce, mai sopra la più alta. Poi tutti gli spazi di richiesta si svuotano.',
  'rules.R8.2':
    'I tracciati del guadagno si scambiano i ruoli: quello appena riempito dà l’ordine del prossimo round.',

  'rules.R9.1':
    'Appena qualcuno ha costruito tutte e sei le parti del palazzo, il round in corso è l’ultimo. Lo si gioca fino in fondo.',
  'rules.R9.2':
    'Fra chi ha sei parti vince chi possiede più monete. Ruling: in caso di parità si condivide la vittoria.',
  'rules.R9.3':
    'Ruling: alcune partite non finirebbero mai, perché lo Straccivendolo può eliminare una parte di palazzo e nessuno è obbligato a costruire. Perciò dopo un numero fisso di round la partita finisce senza vittoria (100 nell’edizione predefinita).',

  'rules.R10.1':
    'Tutti possono vedere: monete, plance, merci sui campi e nei magazzini, prezzi, spazi di richiesta, tracciati del guadagno, prezzo del palazzo, quante carte ci sono in ogni mano e in ogni mazzo, e quante carte ognuno ha messo via o eliminato. Ruling: le monete sono pubbliche.',
  'rules.R10.2':
    'Sono segrete ogni mano, l’ordine di ogni mazzo e le carte messe sotto un mazzo o eliminate. Le tue le conosci. Poiché tutti hanno le stesse carte, da ciò che gli altri hanno costruito si può dedurre che cosa possono ancora avere.',
  'rules.R10.2a':
    'Il tuo turno non deve rivelare se la tua mano ti permetteva di costruire. Perciò ti viene chiesto anche se non puoi pagare nessuna delle tue carte. La domanda si salta solo per motivi che tutti possono vedere: monete insufficienti per qualunque carta che potresti avere, mano vuota o nessuno spazio libero.',
  'rules.R10.3':
    'Dopo la preparazione il caso non interviene più. Sono casuali solo l’ordine dei mazzi, le carte richiesta e l’ordine del primo round.',

  'tip.field':
    'Tutto comincia dai campi. Un campo grande può superare la richiesta di un intero birrificio: cerca chi vuole molto di quella merce.',
  'tip.bank': 'Porta denaro qualunque sia il prezzo, ma un guadagno alto significa anche giocare tardi.',
  'tip.townhall': 'Ti permette di raccogliere in mano le parti di palazzo per il finale.',
  'tip.lab': 'Fa scorrere il mazzo più in fretta. Forte all’inizio; più tardi sai già che cosa arriva.',
  'tip.office': 'Rende al meglio se vendi molto di una sola merce.',
  'tip.warehouse': 'Ti lascia aspettare un prezzo migliore.',
  'tip.market': 'Trasforma le merci che nessuno vuole in quelle pagate meglio.',
  'tip.magistrate': 'Giocare prima vuol dire prezzi migliori e un palazzo meno caro.',
  'tip.crane': 'Si ripaga dopo tre carte. Coperta da una parte di palazzo, aiuta un’ultima volta.',
  'tip.palace': 'Troppo presto, e non guadagni più; troppo tardi, e gli altri l’hanno pagato meno.',
  'tip.guide': 'L’unico guadagno che cresce insieme al palazzo.',
  'tip.scavenger': 'Butta via ciò che non costruirai mai, così quello che serve arriva prima.',
}
