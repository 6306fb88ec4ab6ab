/** The texts of the page before signing in, in the language that the browser prefers. */

interface LoginWords {
  language: string
  title: string
  /** `{mac}` stands for the name of the Mac. */
  of: string
  password: string
  submit: string
  show: string
  hide: string
  capsLock: string
  wrong: string
  again: string
  /** `{seconds}` stands for their number. */
  wait: string
  over: string
  forgotten: string
}

const english: LoginWords = {
  language: 'en',
  title: 'Sign in',
  of: 'Messages on {mac}',
  password: 'Password',
  submit: 'Sign in',
  show: 'Show what is typed',
  hide: 'Hide what is typed',
  capsLock: 'Caps Lock is on.',
  wrong: 'That is not the password.',
  again: 'Sign in again.',
  wait: 'Too many attempts. Wait {seconds} seconds, then try again.',
  over: 'You can try again now.',
  forgotten: 'Forgotten? On the Mac that runs this:',
}

const german: LoginWords = {
  language: 'de',
  title: 'Anmelden',
  of: 'Nachrichten auf {mac}',
  password: 'Passwort',
  submit: 'Anmelden',
  show: 'Eingabe zeigen',
  hide: 'Eingabe verbergen',
  capsLock: 'Die Feststelltaste ist aktiv.',
  wrong: 'Das ist nicht das Passwort.',
  again: 'Bitte neu anmelden.',
  wait: 'Zu viele Versuche. Bitte {seconds} Sekunden warten, dann noch einmal.',
  over: 'Jetzt geht es wieder.',
  forgotten: 'Vergessen? Auf dem Mac, auf dem dies läuft:',
}

const spoken: readonly LoginWords[] = [english, german]

/** `accepted` is the header `Accept-Language`: languages with their weights. */
export function loginWords(accepted: string | undefined): LoginWords {
  const wished = (accepted ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean)
    return { language: tag.trim().split('-')[0], weight: weight === undefined ? 1 : Number(weight) }
  })
  const inOrder = wished.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)
  const found = inOrder.map(({ language }) => spoken.find((words) => words.language === language)).find(Boolean)
  return found ?? english
}
