/** Replaces one-time codes in texts. What may be a code beside a word for one counts as one. */

export const hiddenCode = '••••••'

/** Words for codes in the languages in which such messages mostly come; any of them makes its numbers suspect. */
const wordsForCodes =
  /\b(?:codes?|c[oó]digos?|codice|kode|kod|kods?|koodi|passcode|password|passwort|kennwort|pin|otp|tan|2fa|mfa|token|verif\w*|verify\w*|confirm\w*|best[aä]tig\w*|einmal\w*|anmelde\w*|log[- ]?in|sign[- ]?in|authenti\w*|security|sicherheits\w*|vérif\w*|connexion|contraseña|clave|senha|wachtwoord|hasło)|код|пароль|验证|驗證|码|碼|認証|コード|인증|코드|رمز|קוד/iu

/** Digits, also in two groups, with letters such as `G-` before them; or a mixture of digits and capitals. */
const codes =
  /(?<![\p{L}\d])(?:[A-Z]{1,3}-)?(?:\d{3,4}[- \u00a0]\d{3,4}|\d{4,10}|(?=[A-Z\d]*\d)(?=[A-Z\d]*[A-Z])[A-Z\d]{4,10})(?![\p{L}\d])/gu
/** The form that browsers fill in by themselves. */
const boundToSite = /(@[\w.-]+ #)\S+/g

/** `marked` are codes that are known to be some. */
export function hideCodes(given: string, marked: readonly string[] = []): string {
  const text = marked.reduce((left, code) => left.replaceAll(code, hiddenCode), given)
  const withoutBound = text.replace(boundToSite, `$1${hiddenCode}`)
  return wordsForCodes.test(text) || withoutBound !== text ? withoutBound.replace(codes, hiddenCode) : text
}
