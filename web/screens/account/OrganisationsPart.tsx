import { useQuery } from '@tanstack/react-query'
import { people } from '#contract/people.ts'
import { ask } from '../../api/queries.ts'
import { useChooseOrganisation } from '../../parts/use-choose-organisation.ts'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { FormCell, FormSection } from '../../ui/fields/FormSection.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import classes from './OwnAccount.module.css'

/** For whom somebody with several organisations acts; for everybody else there is nothing to choose. */
export function OrganisationsPart() {
  const { data } = useQuery({ ...ask(people.organisations, {}), refetchOnMount: 'always' })
  const { busy, choose } = useChooseOrganisation()
  if (!data || data.items.length < 2) return null
  return (
    <FormSection title="Organisations" help="You act for one at a time. Other tabs follow.">
      <FormCell span={6}>
        <ul aria-label="Organisations">
          {data.items.map(({ id, name, role, isHere }) => (
            <li key={id} className={`row gap-16 ends ${classes.session}`}>
              <span id={`organisation-${id}`} className={`stack shrinks ${classes.device}`}>
                <strong>
                  <bdi>{name}</bdi>
                </strong>
                <span className="muted">{role}</span>
              </span>
              {isHere ? (
                <Badge kind="green">This one</Badge>
              ) : (
                <PushButton
                  size="xs"
                  loading={busy === String(id)}
                  aria-describedby={`organisation-${id}`}
                  onClick={() => choose(id)}
                >
                  Act for it
                </PushButton>
              )}
            </li>
          ))}
        </ul>
      </FormCell>
    </FormSection>
  )
}
