/** Decides which passwords are accepted: they must be long enough and not among the first that a program would try. */
const minCharacters = 10
const maxCharacters = 1_024
const minDifferentCharacters = 4

/** Gives passwords that look and are typed the same one form. */
export const normalisedPassword = (password: string): string => password.normalize('NFKC')

/** Passwords longer than this are not even hashed. */
export const isTooLong = (password: string): boolean => [...password].length > maxCharacters

/** Returns undefined when the password is good enough. */
export function weaknessOf(password: string): string | undefined {
  const characters = [...normalisedPassword(password)]
  if (characters.length < minCharacters) return `It has fewer than ${minCharacters} characters.`
  if (characters.length > maxCharacters) return `It has more than ${maxCharacters} characters.`
  if (new Set(characters).size < minDifferentCharacters) return 'It repeats the same few characters.'
  if (isRun(characters)) return 'Its characters follow each other in order.'
  if (isCommon(characters.join(''))) return 'It is among the most common passwords.'
  return undefined
}

/** The step from 9 to 0 and back, as on a keyboard. */
const keyboardStep = 9

/** Each character is the successor of the one before: abcdefghij, 0987654321. */
function isRun(characters: readonly string[]): boolean {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return [1, -1].some((step) => steps.every((each) => each === step || each === -step * keyboardStep))
}

/**
 * Lists the passwords that guessing programs try first: those that are long enough, or become so when digits are
 * appended.
 */
const common: ReadonlySet<string> = new Set(
  `
  0123456789 1029384756 1111111111 1122334455 1212121212 123123123 1231231234 1234512345 123456 1234567 12345678
  123456789 1234567890 12345678910 1234567891 123456789a 123456789q 12345qwert 1234qwer 123654789 123qweasd
  123qweasdzxc 147258369 159357 1a2b3c4d5e 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2
  1qazxsw23edc 741852963 789456123 87654321 987654321 9876543210 a123456 a1b2c3d4e5 aa123456 aaaaaaaaaa abc abc123
  abcd1234 abcdefg abcdefgh abcdefghij access admin admin123 administrateur administrator anthony apple asdfasdf asdf
  asdfgh asdfghjk asdfghjkl asdfqwer azerty azertyuiop babygirl bailey barcelona baseball basketball batman
  bismillah butterfly changeme changeit charlie chelsea chocolate christian computer corvette cowboys daniel default
  dragon elizabeth everton facebook fatima football freedom friends fuckyou georgina google guest hannah hello helloworld
  hunter hallo123 ichliebedich iloveyou iloveyouforever imessage internet jennifer jessica jesus jesuschrist jordan
  jonathan juventus killer letmein letmeinnow linkinpark liverpool login london loveme lovely manchester
  manunited master matthew mercedes messages metallica michael michelle microsoft minecraft monkey mother motdepasse mustang
  mynoob myspace naruto newyork nicholas nothing ohmygod passw0rd passwd password passwort password1 password12
  password123 passwordpassword passphrase patrick pa$$word p@ssw0rd p@ssword p455w0rd pokemon porsche princess princesse
  qazwsx qazwsxedc qazwsxedcrfv qqww1122 qwe123 qweasd qweasdzxc qwer1234 qwerasdf qwert qwert12345 qwerty qwerty123
  qwertyqwerty qwertyu qwertyui qwertyuio qwertyuiop qwertyuiop[] qwertz qwertzuiop rainbow realmadrid rockyou samantha
  samsung schatz secret september service shadow slipknot snickers soccer spiderman starwars steelers summer
  sunshine superman superstar sweety swordfish teamo tequiero test test1234 testing testtest thomas tigger trustme trustno
  trustno1 undertaker unknown user veronica victoria volleyball welcome welcome1 welkom whatever william winter
  yamaha yankees zaq12wsx zaq1zaq1 zxcvbn zxcvbnm zxcvbnmasd
`
    .trim()
    .split(/\s+/),
)

/** Capitals, or digits and signs appended to a common password, do not make it rare. */
function isCommon(password: string): boolean {
  const plain = password.toLowerCase()
  const withoutTail = plain.replace(/[\d\W_]+$/u, '')
  return [plain, withoutTail].some((form) => common.has(form))
}
