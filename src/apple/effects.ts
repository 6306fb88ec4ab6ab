/** Names the bubble or screen effect that a message was sent with. */

const bubble = 'com.apple.MobileSMS.expressivesend.'
const screen = 'com.apple.messages.effect.CK'

const names = new Map([
  [`${bubble}gentle`, 'gentle'],
  [`${bubble}impact`, 'slam'],
  [`${bubble}invisibleink`, 'invisible ink'],
  [`${bubble}loud`, 'loud'],
  [`${screen}ConfettiEffect`, 'confetti'],
  [`${screen}EchoEffect`, 'echo'],
  [`${screen}FireworksEffect`, 'fireworks'],
  [`${screen}HappyBirthdayEffect`, 'balloons'],
  [`${screen}HeartEffect`, 'love'],
  [`${screen}LasersEffect`, 'lasers'],
  [`${screen}ShootingStarEffect`, 'shooting star'],
  [`${screen}SparklesEffect`, 'celebration'],
  [`${screen}SpotlightEffect`, 'spotlight'],
])

/**
 * Returns the name that Messages shows for `expressive_send_style_id`; for an unknown effect, the last part of its
 * identifier.
 */
export function effectName(styleId: string | null): string | null {
  if (!styleId) return null
  return names.get(styleId) ?? styleId.slice(styleId.lastIndexOf('.') + 1)
}
