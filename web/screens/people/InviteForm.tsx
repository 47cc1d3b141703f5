import { IconSend } from '@tabler/icons-react'
import { members } from '#contract/members.ts'
import { topicOf } from '#contract/route.ts'
import { linkHours } from '#domain/messages/resending.ts'
import { memberWords, whyNotInviteDraft } from '#domain/people/member-acts.ts'
import type { Role } from '#domain/people/roles.ts'
import { call } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { useMember } from '../../api/session.ts'
import { PersonEmail, PersonName } from '../../parts/PersonFields.tsx'
import { useForm } from '../../parts/use-form.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { Form } from '../../ui/fields/Form.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { Segments } from '../../ui/fields/Segments.tsx'
import classes from './People.module.css'

const empty: { email: string; name: string; role: Role } = { email: '', name: '', role: 'staff' }
const roles = [
  { value: 'staff', label: 'Staff' },
  { value: 'admin', label: 'Admin' },
] as const

export function InviteForm() {
  const form = useInvite()
  return (
    <Form className={`box ${classes.invite}`} label="Invite someone" onSubmit={form.submit}>
      <div className="stack">
        <strong>Invite someone</strong>
        <span className="muted">
          They get a link that proves the address. It works once, for {linkHours.invitation / 24} days.
        </span>
      </div>
      <PersonEmail form={form} />
      <PersonName form={form} />
      <div className={`row wrap gap-12 ${classes.send}`}>
        <Segments
          label="Role"
          value={form.draft.role}
          choices={roles}
          onChange={(role) => form.change({ role })}
        />
        <PushButton
          type="submit"
          kind="primary"
          icon={<IconSend size={16} stroke={1.75} aria-hidden />}
          loading={form.isBusy}
          loadingLabel="Sending"
        >
          Send invitation
        </PushButton>
      </div>
    </Form>
  )
}

function useInvite() {
  const member = useMember()
  const form = useForm({ name: 'invite', empty, fields: ['email', 'name'] as const })

  async function submit() {
    const refusal = whyNotInviteDraft(form.draft, member)
    if (refusal) return form.refuse(memberWords, refusal)
    const sent = await form.send(() => call(members.invite, form.draft, { key: form.keyFor(form.draft) }))
    void queryClient.invalidateQueries({ queryKey: [topicOf(members.list)] })
    if (sent === null) return
    form.clear()
    showToast({ text: 'Invitation Sent', kind: 'success' })
  }

  return { ...form, submit }
}
