// French small talk.

import type { Language } from './language.ts'

export const french: Language = {
  code: 'fr',
  givenNames: ['Apolline', 'Baptiste', 'Célestine', 'Donatien', 'Éloïse', 'Firmin', 'Garance', 'Honoré', 'Isaure'],
  familyNames: [
    'Aubrenard',
    'Boisvert',
    'Champfleury',
    'Désormeaux',
    'Fontanelle',
    'Grandpré',
    'Lavallière',
    'Montclair',
  ],
  sentences: [
    'On se retrouve à {time} devant {place} ?',
    'J’ai oublié mon {thing} chez toi, désolée…',
    'Tu veux {food} ce soir ?',
    'Le train a {n} minutes de retard, évidemment',
    'Bon anniversaire ! 🥳 À {day} pour fêter ça',
    'C’était délicieux, merci encore pour {food}',
    'Peux-tu garder le chat {day} prochain ?',
    'Les photos sont magnifiques, ça donne envie d’y être',
  ],
  answers: [
    'Avec plaisir !',
    'D’accord',
    'J’arrive',
    'Ça marche 👌',
    'Plutôt {day} ?',
    'Ah ah, excellent',
    'Je te rappelle',
    'Non, pas du tout',
  ],
  slots: {
    food: ['une tarte', 'des crêpes', 'un gratin', 'du fromage'],
    thing: ['parapluie', 'chargeur', 'livre', 'manteau'],
    place: ['la gare', 'le marché', 'la bibliothèque', 'le théâtre'],
    day: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
  },
  groupNames: ['Les cousins', 'Vacances à la mer 🏖️', 'Chorale'],
}
