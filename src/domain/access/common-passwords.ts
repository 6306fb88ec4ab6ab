/**
 * Lists the passwords that guessing programs try first: those that are long enough, or become so when digits are
 * appended.
 */

export const commonPasswords: readonly string[] = `
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
  .split(/\s+/)
