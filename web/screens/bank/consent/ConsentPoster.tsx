import { IconPrinter } from '@tabler/icons-react'
import { QRCodeSVG } from 'qrcode.react'
import { Fragment } from 'react'
import { createPortal } from 'react-dom'
import { donors } from '#contract/donors.ts'
import { posterWords } from '#domain/donors/consenting-poster.ts'
import { useLive } from '../../../api/queries.ts'
import { useMember } from '../../../api/session.ts'
import { Popup } from '../../../ui/feedback/Popup.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import classes from './ConsentPoster.module.css'

/** The way to the bank's donor form, for the door and the camp: seen here, printed on one page of A4. */
export function ConsentPoster({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { organisationId, displayName } = useMember()
  const { data } = useLive(donors.bank, { id: organisationId ?? '' }, { enabled: opened })
  const address = `${location.origin}/consent?bloodbankId=${encodeURIComponent(organisationId ?? '')}`
  const poster = <Poster bankName={data?.name ?? displayName} address={address} />
  return (
    <>
      <Popup
        opened={opened}
        onClose={onClose}
        title="Poster"
        line="Donors point their phone at it and come to your form."
        foot={
          <PushButton
            kind="ink"
            icon={<IconPrinter size={16} stroke={1.75} aria-hidden />}
            onClick={() => window.print()}
          >
            Print
          </PushButton>
        }
      >
        <div className={classes.seen}>
          {poster}
          <p className={`muted ${classes.shared}`}>
            For donors without a phone, open <strong>{address}&kiosk=1</strong> on a tablet where nobody is
            signed in. It keeps nothing, and is empty again for the next one.
          </p>
        </div>
      </Popup>
      {opened && createPortal(<div className={classes.sheet}>{poster}</div>, document.body)}
    </>
  )
}

const said = Object.entries(posterWords)

function Poster({ bankName, address }: { bankName: string; address: string }) {
  return (
    <div className={`stack gap-8 ${classes.poster}`}>
      <p className={classes.bank}>{bankName}</p>
      {said.map(([language, { title }]) => (
        <p key={language} className={classes.title} lang={language}>
          {title}
        </p>
      ))}
      <QRCodeSVG
        value={address}
        level="M"
        marginSize={4}
        className={classes.code}
        role="img"
        title={`Code of ${address}`}
      />
      {said.map(([language, { how }]) => (
        <p key={language} lang={language}>
          {how}
        </p>
      ))}
      <p className={classes.address}>
        {said.map(([language, { or }]) => (
          <Fragment key={language}>
            <span lang={language}>{or}</span>
            <br />
          </Fragment>
        ))}
        <strong>{address}</strong>
      </p>
    </div>
  )
}
