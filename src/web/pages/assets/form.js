/**
 * Improves the form, which also works without script: shows the password on demand, warns of Caps Lock, counts down a
 * wait.
 */

const [field, show, caps, problem] = ['password', 'show', 'caps', 'problem'].map((id) => document.getElementById(id))
const submit = document.querySelector('button[type="submit"]')

show.hidden = false
show.addEventListener('click', () => {
  const isShown = field.type === 'password'
  field.type = isShown ? 'text' : 'password'
  show.setAttribute('aria-pressed', String(isShown))
  const words = show.dataset.shown
  show.dataset.shown = show.getAttribute('aria-label')
  show.setAttribute('aria-label', words)
  field.focus()
})

for (const kind of ['keydown', 'keyup'])
  field.addEventListener(kind, (event) => {
    caps.hidden = !event.getModifierState?.('CapsLock')
  })

if (problem?.dataset.seconds) waitUntil(performance.now() + Number(problem.dataset.seconds) * 1_000)

function waitUntil(endMs) {
  submit.disabled = true
  // A screen reader does not announce every second, but it announces the end.
  problem.setAttribute('role', 'timer')
  const timer = setInterval(() => {
    const seconds = Math.ceil((endMs - performance.now()) / 1_000)
    if (seconds > 0) {
      problem.textContent = problem.dataset.wait.replace('{seconds}', String(seconds))
      return
    }
    clearInterval(timer)
    submit.disabled = false
    problem.setAttribute('role', 'status')
    problem.classList.add('over')
    problem.textContent = problem.dataset.over
  }, 200)
}
