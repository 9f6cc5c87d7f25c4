import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { costAmount, roundingRemark } from '../../../../src/diary/report/text/costs.ts'
import { shortDate } from '../../../../src/diary/report/text/names.ts'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import { call } from '../../api.ts'
import type { Output } from '../../operations.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { CommitLink } from './commit-links.tsx'

type Costs = Output<'diary_costs'>
type Span = { date: string } | { from: string; to: string }

const splits = [
  ['item', 'Work item'],
  ['branch', 'Branch'],
  ['pr', 'Pull request'],
  ['commit', 'Commit'],
] as const

/** What days cost by what it was for. It is asked when it comes into sight, so that the page is quick. */
export function CostSection({ span }: { span: Span }) {
  const [by, setBy] = useState<Costs['by']>('item')
  const [isSeen, setSeen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const seen = new IntersectionObserver(entries => setSeen(entries.some(({ isIntersecting }) => isIntersecting)))
    if (!isSeen && box.current) seen.observe(box.current)
    return () => seen.disconnect()
  }, [isSeen])
  return (
    <div ref={box} className={isSeen ? '' : 'not-printed'}>
      <Section
        title="What it cost"
        more={<Segmented label="Cost by" options={splits} value={by} onChange={setBy} className="compact" />}
      >
        {isSeen && <CostRows span={span} by={by} />}
      </Section>
    </div>
  )
}

function CostRows({ span, by }: { span: Span; by: Costs['by'] }) {
  const costs = useQuery({
    queryKey: ['diary', 'costs', span, by],
    queryFn: ({ signal }) => call('diary_costs', { ...span, by }, signal),
    staleTime: 30_000,
    retry: false,
  })
  return (
    <Loaded query={costs} label="the costs">
      {found => <CostTable costs={found} />}
    </Loaded>
  )
}

function CostTable({ costs }: { costs: Costs }) {
  const { rows, unattributed, total, by, from, to } = costs
  const name = splits.find(([each]) => each === by)?.[1] ?? ''
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section className="table-box" aria-label={`Cost by ${name.toLowerCase()}`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{name}</th>
              <th scope="col">Cost</th>
              <th scope="col">Turns</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <Row key={`${row.date} ${row.project_key}/${row.ref}`} cost={row}>
                <Thing row={row} by={by} severalDays={from !== to} />
              </Row>
            ))}
            <Row cost={unattributed}>Unattributed</Row>
            <Row cost={total}>Total</Row>
          </tbody>
        </table>
      </section>
      {rows.length === 0 && <p className="muted text-s">{nothing[by]}</p>}
      <p className="muted text-s">
        Prices of {costs.price_table}. The rows add up to the total
        {costs.days.length > 1 && ` of ${costs.days.length} days`}. {roundingRemark([...rows, unattributed], total)}
      </p>
    </div>
  )
}

const nothing: { readonly [by in Costs['by']]: string } = {
  item: 'No turn belongs to a work item yet.',
  branch: 'The transcripts name no branch.',
  pr: 'No turn opened or named a pull request.',
  commit: 'No commit is known to carry this work.',
}

function Row({ cost, children }: { cost: Costs['total']; children: React.ReactNode }) {
  return (
    <tr>
      <th scope="row">{children}</th>
      <td className="tabular">{costAmount({ total: cost.usd, at_least: cost.at_least })}</td>
      <td className="tabular">{cost.turns}</td>
    </tr>
  )
}

/** The work item or commit a row is about, as a link where it can be opened. */
function Thing({ row, by, severalDays }: { row: Costs['rows'][number]; by: Costs['by']; severalDays: boolean }) {
  const { ref, label, project_key, date } = row
  if (date !== undefined) {
    return (
      <>
        <Link to="/diary/$date" params={{ date }} search={{ item: `${project_key}/${ref}` }} className="text-link">
          {plainLine(label) || ref}
        </Link>
        {severalDays && <span className="muted"> {shortDate(date)}</span>}
      </>
    )
  }
  if (by === 'commit') {
    return <CommitLink hash={ref} subject={label} repository={row.repository ?? null} />
  }
  return <>{[plainLine(ref), plainLine(label)].filter(Boolean).join(' ')}</>
}
