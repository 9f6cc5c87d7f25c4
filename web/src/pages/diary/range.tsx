import { formatCount, formatNumber, sum } from '../../../../src/kernel/numbers.ts'
import '../../parts/records.css'
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FileText, Printer } from 'lucide-react'
import { useState } from 'react'
import {
  costChart,
  costsOf,
  filesByDaysChart,
  itemsChart,
  projectSwatch,
  turnsChart,
} from '../../../../src/diary/report/charts/range.ts'
import type { RangeProject, RangeReport } from '../../../../src/diary/report/range/schema.ts'
import { costAmount, costRemarks, sumCosts } from '../../../../src/diary/report/text/costs.ts'
import { addTotals, checkFigure, lineCounts } from '../../../../src/diary/report/text/numbers.ts'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import { rangeTitle } from '../../../../src/diary/report/text/range-title.ts'
import { call } from '../../api.ts'
import { BarRows } from '../../parts/diary/charts/bar-rows.tsx'
import { Patterns } from '../../parts/diary/charts/patterns.tsx'
import { CopyStandup } from '../../parts/diary/copy-standup.tsx'
import { CostSection } from '../../parts/diary/cost-section.tsx'
import { ColumnChart } from '../../parts/range/column-chart.tsx'
import { HeatMap } from '../../parts/range/heat-map.tsx'
import { MissingDays } from '../../parts/range/missing-days.tsx'
import { ItemsByDay, OpenItems } from '../../parts/range/range-items.tsx'
import { RangePicker } from '../../parts/range/range-picker.tsx'
import { announce } from '../../state/announce.ts'
import type { RangeAddress } from '../../state/diary/addresses.ts'
import { today as todayHere } from '../../state/diary/calendar.ts'
import { useLiveDay } from '../../state/diary/live.ts'
import { useDistinctLabels } from '../../state/diary/project-labels.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Section } from '../../ui/section.tsx'

/** Several days side by side: a week, or any span. */
export function RangePage() {
  const address = useSearch({ from: '/diary/range' })
  const navigate = useNavigate({ from: '/diary/range' })
  const range = useQuery(rangeQuery(address))
  useLiveDay()
  const { report, today = todayHere() } = range.data ?? {}
  return (
    <div className="page">
      <PageHead
        title={report ? rangeTitle(report) : 'Weeks'}
        lead={report ? timezoneWords(report.timezone_set) : 'Several days side by side.'}
        actions={
          report &&
          report.statistics.days > 0 && (
            <>
              <CopyStandup span={{ from: report.from, to: report.to }} />
              <Button icon={Printer} onClick={() => window.print()}>
                Print
              </Button>
              <WriteRange from={report.from} to={report.to} />
            </>
          )
        }
      />
      {report && (
        <RangePicker
          from={report.from}
          to={report.to}
          today={today}
          onChange={search => void navigate({ search, resetScroll: false })}
        />
      )}
      <Loaded query={range} label="the range" lines={8}>
        {({ report, today }) => (
          <>
            <MissingDays report={report} />
            {report.statistics.days === 0 ? <NoReports report={report} today={today} /> : <RangeView report={report} />}
          </>
        )}
      </Loaded>
    </div>
  )
}

function RangeView({ report: given }: { report: RangeReport }) {
  const report = useDistinctLabels(given)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const projects = report.projects.filter(({ project_key }) => !hidden.has(project_key))
  const toggle = (key: string) => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    setHidden(next)
  }
  return (
    <>
      <Patterns />
      {report.projects.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: chips that filter the charts below, not a form
        <div className="row wrap gap-6 mb-16 not-printed" role="group" aria-label="Projects">
          {report.projects.map(({ project_key, project_label, statistics }) => (
            <button
              key={project_key}
              type="button"
              className="chip"
              aria-pressed={!hidden.has(project_key)}
              onClick={() => toggle(project_key)}
            >
              <span
                className={`project-swatch inline-block fixed-size ${projectSwatch(report, project_key)}`}
                aria-hidden="true"
              />
              {plainLine(project_label)}
              <span className="muted tabular">{statistics.turns}</span>
            </button>
          ))}
        </div>
      )}
      {hidden.size === 0 && report.lead.length > 0 && (
        <p className="page-lead pretty mb-16 text-l">{report.lead.join(' ')}</p>
      )}
      <RangeTiles report={report} projects={projects} />
      <OpenItems report={report} projects={projects} />
      <ItemsByDay report={report} projects={projects} />
      <RangeCharts report={report} projects={projects} />
      <CostSection span={{ from: report.from, to: report.to }} />
    </>
  )
}

function NoReports({ report, today }: { report: RangeReport; today: string }) {
  if (report.from > today) return <Empty title="These days are in the future">Choose days in the past.</Empty>
  return (
    <Empty
      title="None of these days has a report"
      step={
        <Link to="/diary" className="button">
          See all days
        </Link>
      }
    >
      A range is built from the reports of its days. Generate the missing ones above, or choose other days.
    </Empty>
  )
}

function timezoneWords(zones: readonly string[]): string | undefined {
  return zones.length > 0 ? `Time zone ${zones.join(', ')}` : undefined
}

const rangeQuery = (address: RangeAddress) =>
  queryOptions({
    queryKey: ['diary', 'range', address],
    queryFn: ({ signal }) => call('diary_range_report', address, signal),
    placeholderData: keepPreviousData,
    // Reports are written by other windows and programs as well.
    staleTime: 10_000,
  })

/** Writes the report of the range as files, to be kept or sent. */
function WriteRange({ from, to }: { from: string; to: string }) {
  const write = useMutation({
    mutationFn: () => call('diary_range', { from, to }),
    onSuccess: () => announce('The report is written'),
  })
  return (
    <div className="stack justify-items-end gap-8">
      <Button icon={FileText} disabled={write.isPending} onClick={() => write.mutate()}>
        Write as files
      </Button>
      {write.error && <FaultView error={write.error} />}
      {write.data?.folder && (
        <p className="muted text-xs break-anywhere" role="status">
          {write.data.files.map(file => file.slice(file.lastIndexOf('/') + 1)).join(', ')} in{' '}
          <code>{plainLine(write.data.folder)}</code>
        </p>
      )}
    </div>
  )
}

interface Props {
  report: RangeReport
  /** The projects that pass the filter. */
  projects: readonly RangeProject[]
}

function RangeCharts({ report, projects }: Props) {
  const turns = turnsChart(report, projects)
  const cost = costChart(report, costsOf(report, projects))
  const items = itemsChart(report, projects)
  const files = filesByDaysChart(report, projects)
  return (
    <Section title="In numbers" className="drawn-late">
      <div className="chart-grid stack gap-16 mt-12">
        {/* The chips above the charts are the legend of the projects. */}
        {turns && <ColumnChart {...turns} legend={[]} days={report.days} />}
        {cost && <ColumnChart {...cost} days={report.days} />}
        {items && <ColumnChart {...items} legend={[]} days={report.days} />}
        <HeatMap report={report} projects={projects} />
      </div>
      <div className="mt-16">{files && <BarRows {...files} />}</div>
    </Section>
  )
}

/** The range in five numbers. */
function RangeTiles({ report, projects }: { report: RangeReport; projects: readonly RangeProject[] }) {
  const stats = projects.map(({ statistics }) => statistics)
  const cost = sumCosts(costsOf(report, projects).map(({ statistics }) => statistics.cost_usd))
  const check = checkFigure(addTotals(stats.map(({ checks }) => checks)))
  const tiles = [
    [
      'Work items',
      formatNumber(sum(projects.map(each => each.work_items.length))),
      `in ${formatCount(projects.length, 'project')}`,
    ],
    ['Turns', formatNumber(sum(stats.map(({ turns }) => turns))), `on ${formatCount(report.statistics.days, 'day')}`],
    [
      'Files changed',
      formatNumber(sum(stats.map(({ files }) => files.touched))),
      `${lineCounts(
        {
          added: sum(stats.map(({ files }) => files.added)),
          removed: sum(stats.map(({ files }) => files.removed)),
          unsized: sum(stats.map(({ files }) => files.unsized ?? 0)),
        },
        ' lines',
      )}, the days added up`,
    ],
    ['Checks', check.value, check.more],
    ['Cost', costAmount(cost), costRemarks(cost).join('; ') || 'as recorded'],
  ] as const
  return (
    <dl className="figures">
      {tiles.map(([name, value, more]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong className="tabular">{value}</strong>
            <span>{more}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
