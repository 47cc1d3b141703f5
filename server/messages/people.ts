import { linkHours } from '#domain/messages/resending.ts'

type Mail = { subject: string; body: string }

/** The token stands after the hash, so that it reaches no server's log on the way. */
const linkTo = (publicUrl: string, token: string): string => `${publicUrl}/reset#${token}`

export function resetMail(publicUrl: string, token: string): Mail {
  return {
    subject: 'Set a new Crossmatch password',
    body: [
      'Somebody asked to set a new password for your Crossmatch account. If it was you, open this link within the hour:',
      linkTo(publicUrl, token),
      'It works once. When the new password is set, every open session is ended.',
      'If it was not you, you need do nothing: your password stays as it is.',
    ].join('\n\n'),
  }
}

/** The organisation by its own name; what the person may do there is said on the first screen. */
export function invitationMail(
  to: { name: string; email: string; organisation: string },
  publicUrl: string,
  token: string,
): Mail {
  return {
    subject: `Your Crossmatch account for ${to.organisation}`,
    body: [
      `Dear ${to.name},`,
      `you can now sign in to Crossmatch for ${to.organisation} as ${to.email}. Open this link within ${linkHours.invitation / 24} days and choose a password:`,
      linkTo(publicUrl, token),
      'It works once. If it has grown too old, "Forgot Password" on the sign-in page sends you a new one.',
      'If you did not expect this mail, you need do nothing: without a password nobody can sign in.',
    ].join('\n\n'),
  }
}
