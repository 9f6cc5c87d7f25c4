import { useQuery } from '@tanstack/react-query'
import { Award, Medal } from 'lucide-react'
import { formatCount, formatNumber } from '../../../../../src/kernel/numbers.ts'
import type { UserReason } from '../../../../../src/room/credits/store.ts'
import { useMayWrite } from '../../../state/role.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import { useRoomWrite } from '../../../state/room/room-write.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Section } from '../../../ui/section.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { RoomFault } from '../room-fault.tsx'

/** What an agent is allowed with its model, and its awards. */
export function TierAndCredits({ project, id }: { project: string; id: string }) {
  const caps = useQuery(roomQuery(project, 'room_tier_caps', { id }))
  const tiers = useQuery(roomQuery(project, 'room_tier_agents', {}))
  const record = tiers.data?.agents
    .find(({ agentId }) => agentId === id)
    ?.models.find(({ model }) => model === caps.data?.model)
  return (
    <>
      <Section title="Tier">
        <Loaded query={caps} label="the tier" lines={3}>
          {({ model, tier, clampRemaining, caps: allowed }) => (
            <>
              <p className="tone-open row gap-8 text-l">
                <Medal aria-hidden="true" />
                <strong>{tier === null ? 'Not rated yet' : `Tier ${tier}`}</strong>
              </p>
              <p className="muted mt-4 mb-10 text-xs break-anywhere">
                with <code>{safeText(model)}</code>
                {record && record.streak > 0 && `, ${formatCount(record.streak, 'verified turn')} in a row`}
                {clampRemaining > 0 && `, limited for ${formatCount(clampRemaining, 'more turn')}`}
              </p>
              <dl className="stack cols-1-auto gap-y-6 gap-x-16 mb-12 text-s">
                <dt className="soft">Tool calls in a turn</dt>
                <dd className="tabular text-right">{allowed.toolActions}</dd>
                <dt className="soft">Safe steps</dt>
                <dd className="tabular text-right">{allowed.safeSteps}</dd>
                <dt className="soft">Tokens of a reply</dt>
                <dd className="tabular text-right">{formatNumber(allowed.outputTokens)}</dd>
                <dt className="soft">Issues at a time</dt>
                <dd className="tabular text-right">{allowed.activeIssues}</dd>
              </dl>
            </>
          )}
        </Loaded>
      </Section>
      <Credits project={project} id={id} />
    </>
  )
}

function Credits({ project, id }: { project: string; id: string }) {
  const mayWrite = useMayWrite(project)
  const profile = useQuery(roomQuery(project, 'room_credit_profile', { agentId: id }))
  const award = useRoomWrite(project, 'room_credit_award', {
    refresh: ['room_credit_profile'],
    announcement: ({ amount }) => `${amount > 0 ? '+' : '−'}${formatCount(Math.abs(amount), 'credit')}`,
  })
  return (
    <Section title="Credits">
      <Loaded query={profile} label="credits" lines={3}>
        {({ total, events, byReason, verificationRate, tier }) => (
          <>
            <p className="tone-open row gap-8 text-l">
              <Award aria-hidden="true" />
              <strong>{formatCount(total, 'credit')}</strong>
              {tier !== 'none' && <span className="tag">{tier}</span>}
            </p>
            <p className="muted mt-4 mb-10 text-xs break-anywhere">
              {events === 0
                ? 'No awards yet.'
                : `${formatCount(events, 'award')}; ${Math.round(verificationRate * 100)} % of checked claims verified.`}
            </p>
            <dl className="stack cols-1-auto gap-y-6 gap-x-16 mb-12 text-s">
              {Object.entries(byReason).map(([reason, { count, amount }]) => (
                <div key={reason} className="contents">
                  <dt className="soft">{reasonWords.get(reason) ?? safeText(reason)}</dt>
                  <dd className="tabular text-right">
                    {amount > 0 ? `+${amount}` : amount} ({count})
                  </dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </Loaded>
      {mayWrite && (
        // biome-ignore lint/a11y/useSemanticElements: buttons that each do something, not a set of form fields
        <div className="row wrap gap-6" role="group" aria-label="Give credit">
          {Object.entries(awards).map(([reason, word]) => (
            <button
              key={reason}
              type="button"
              className="chip"
              disabled={award.isPending}
              // The list above holds nothing else.
              onClick={() => award.mutate({ agentId: id, reason: reason as UserReason })}
            >
              {word}
            </button>
          ))}
        </div>
      )}
      <RoomFault error={award.error} />
    </Section>
  )
}

const awards: { readonly [reason in UserReason]: string } = {
  applied: 'I used it (+2)',
  helpful: 'It helped (+2)',
  commendation: 'Well done (+1)',
  penalty: 'It was wrong (−1)',
}

const reasonWords = new Map([
  ['evidence-verified', 'Evidence verified'],
  ['evidence-precise', 'Evidence with exact lines'],
  ['failed-verification', 'Evidence refuted'],
  ['hallucination', 'Invented receipts or files'],
  ['resolved-issue', 'Issues resolved'],
  ['applied', 'Used by people'],
  ['helpful', 'Helpful to people'],
  ['commendation', 'Commended'],
  ['penalty', 'Found wrong'],
])
