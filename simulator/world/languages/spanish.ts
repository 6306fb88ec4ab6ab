// Spanish small talk.

import type { Language } from './language.ts'

export const spanish: Language = {
  code: 'es',
  givenNames: ['Amparo', 'Benicio', 'Candela', 'Dácil', 'Evaristo', 'Fermín', 'Graciela', 'Íñigo', 'Jimena'],
  familyNames: ['Almendros', 'Barranco', 'Castañeda', 'Dehesa', 'Espinar', 'Fuentenueva', 'Girón', 'Olmedilla'],
  sentences: [
    '¿Quedamos a las {time} en {place}?',
    'Llego {n} minutos tarde, perdona',
    '¿Has visto mi {thing}?',
    'Hoy hago {food}, ¿te apuntas?',
    '¡Feliz cumpleaños! 🎈 Que lo pases genial',
    'El {day} no puedo, ¿y el fin de semana?',
    'Mándame la dirección cuando puedas',
    '¡Qué fotos más bonitas del viaje!',
  ],
  answers: [
    '¡Vale!',
    'Ya voy',
    'Jajaja qué bueno',
    'No pasa nada',
    '¿A las {time}?',
    'Mañana te digo',
    'Muchas gracias ❤️',
    'Perfecto',
  ],
  slots: {
    food: ['tortilla', 'lentejas', 'empanadas', 'gazpacho'],
    thing: ['paraguas', 'cargador', 'mochila', 'cartera'],
    place: ['la plaza', 'el mercado', 'la estación', 'el cine'],
    day: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
  },
  groupNames: ['Familia Almendros', 'Cena del viernes', 'Pádel 🎾'],
}
