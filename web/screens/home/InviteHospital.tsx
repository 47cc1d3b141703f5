import { IconCopy } from '@tabler/icons-react'
import { QRCodeSVG } from 'qrcode.react'
import { people } from '#contract/people.ts'
import { useLive } from '../../api/queries.ts'
import { useMember } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { copyText } from '../../ui/copying.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import classes from './InviteHospital.module.css'

/** The link by which a hospital signs itself up with this bank: to send, or to show on a phone. */
export function InviteHospital() {
  const { organisationId } = useMember()
  const { data: bank } = useLive(people.signUpBank, { id: organisationId ?? '' })
  const address = `${location.origin}${paths.signUp(organisationId ?? '')}`

  async function copy() {
    if (await copyText(address)) showToast({ text: 'Link copied', kind: 'success' })
  }

  // a bank that was typed by hand has no link that would work
  if (!bank?.name) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: not a card of a screen, which are the regions of this page
    <div role="group" className={`row box ends ${classes.invite}`} aria-labelledby="invite-title">
      <div className={classes.words}>
        <h2 id="invite-title">Invite a hospital</h2>
        <p>A hospital that opens this link signs itself up with you. The provider verifies it.</p>
        <div className={`breaks row wrap ${classes.link}`}>
          <a href={address}>{address}</a>
          <PushButton
            size="xs"
            icon={<IconCopy size={14} stroke={1.75} aria-hidden />}
            onClick={() => void copy()}
          >
            Copy
          </PushButton>
        </div>
      </div>
      <QRCodeSVG
        value={address}
        level="M"
        marginSize={2}
        className={classes.code}
        role="img"
        title={`Code of ${address}`}
      />
    </div>
  )
}
