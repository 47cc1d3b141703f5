import { tidy } from '#domain/basics/text.ts'
import { linkHours } from '#domain/messages/resending.ts'

export type Mail = { subject: string; body: string }

/** The token stands after the hash, so that it reaches no server's log on the way. */
export const linkTo = (publicUrl: string, token: string): string => `${publicUrl}/reset#${token}`

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

/**
 * The same whether the address has an account or not: only whoever opens the link learns which (ruling AMB-287).
 */
export function joiningMail(
  to: { name: string; place: string; by: string },
  publicUrl: string,
  token: string,
): Mail {
  return {
    subject: `Join ${tidy(to.place)} at Crossmatch`,
    body: [
      `Dear ${tidy(to.name)},`,
      `${tidy(to.by)} invites you to act for ${tidy(to.place)} at Crossmatch, where hospitals order blood. If you agree, open this link within ${linkHours.invitation / 24} days:`,
      `${publicUrl}/join#${token}`,
      'It works once, and shows that this address is yours. Nothing happens until you press Join there.',
      'If you did not expect this mail, you need do nothing.',
    ].join('\n\n'),
  }
}

/** To the address that is asked for. */
export function emailProofMail(publicUrl: string, token: string): Mail {
  return {
    subject: 'Your new e-mail address at Crossmatch',
    body: [
      'Somebody asked to use this address for their Crossmatch account. If it was you, open this link and press the button there:',
      `${publicUrl}/email#${token}`,
      `It works once, within ${linkHours['email-change'] / 24} days. You are signed out everywhere then, and sign in with this address.`,
      'If it was not you, you need do nothing.',
    ].join('\n\n'),
  }
}

/** To an address that has an account: whoever asked learns nothing of it. */
export function emailOwnedMail(): Mail {
  return {
    subject: 'Somebody asked for your e-mail address at Crossmatch',
    body: [
      'Somebody asked to use this address for another Crossmatch account. It has an account already, so nothing was changed.',
      'If it was you, sign in with this address instead. If it was not you, you need do nothing.',
    ].join('\n\n'),
  }
}

/** To the address that it is so far. */
export function emailAskedMail(publicUrl: string): Mail {
  return {
    subject: 'A new e-mail address was asked for',
    body: [
      'Somebody who knows your password asked for another e-mail address for your Crossmatch account. It is changed when the link in the mail to that address is opened; until then everything stays as it is.',
      `If it was not you, change your password now: ${publicUrl}/dashboard/account. Whoever asked is signed out by that, and the link stops working.`,
    ].join('\n\n'),
  }
}

/** To the address that it was: the last mail it gets. `whose`: a mailbox may be several people's. */
export function emailChangedMail({ whose, email }: { whose: string; email: string }): Mail {
  return {
    subject: 'Your e-mail address at Crossmatch was changed',
    body: [
      `The Crossmatch account of ${tidy(whose)} has the address ${email} now. Mails about it go there, and its person signs in with it.`,
      'If it was not you, tell your hospital, your blood bank or the provider at once: they can stop the account.',
    ].join('\n\n'),
  }
}

type Place = { id: string; name: string; referenceBankId: string | null }

/** To the provider: a public form was filled, and somebody must look whether there is such a hospital. */
export function signedUpMail(hospital: Place, publicUrl: string): Mail {
  return {
    subject: `${tidy(hospital.name)} signed up`,
    body: [
      `${tidy(hospital.name)} (${hospital.id}) signed up with the link of ${hospital.referenceBankId ?? 'no blood bank'}.`,
      'Its people can sign in, and can do nothing else until you have verified and activated it:',
      `${publicUrl}/dashboard/admin/accounts?search=${encodeURIComponent(hospital.id)}`,
    ].join('\n\n'),
  }
}

/** To the address that was given: if somebody else gave it, its owner hears of it before anything is allowed. */
export function signUpReceivedMail(hospital: { name: string }, publicUrl: string, token: string): Mail {
  return {
    subject: 'Your sign-up at Crossmatch',
    body: [
      `${tidy(hospital.name)} was signed up at Crossmatch with this e-mail address.`,
      `If it was you, open this link within ${linkHours['sign-up-received'] / 24} days, and confirm that the address is yours:`,
      `${publicUrl}/confirm#${token}`,
      'It works once. If nobody opens it, the sign-up is removed and the address is free again. We look at each hospital before it can order blood, and write to you when it can.',
      `If it was not you, do not open the link. You can take the account over with "Forgot Password" at ${publicUrl}, which ends whatever somebody else set up with your address.`,
    ].join('\n\n'),
  }
}

export function welcomeMail(organisation: Place, publicUrl: string): Mail {
  return {
    subject: 'Welcome to Crossmatch',
    body: [
      `${tidy(organisation.name)} is verified. You can now order blood:`,
      publicUrl,
      'Sign in with the e-mail and the password that you chose.',
    ].join('\n\n'),
  }
}
