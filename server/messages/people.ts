/** The token stands after the hash, so that it reaches no server's log on the way. */
export function resetMail(publicUrl: string, token: string): { subject: string; body: string } {
  return {
    subject: 'Set a new Crossmatch password',
    body: [
      'Somebody asked to set a new password for your Crossmatch account. If it was you, open this link within the hour:',
      `${publicUrl}/reset#${token}`,
      'It works once. When the new password is set, every open session is ended.',
      'If it was not you, you need do nothing: your password stays as it is.',
    ].join('\n\n'),
  }
}
