import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BookOpen, ShieldCheck } from 'lucide-react'
import { plainLine } from '../../../src/diary/report/text/plain.ts'
import { CopyButton } from '../parts/context/copy-button.tsx'
import { InboxList } from '../parts/home/inbox-list.tsx'
import { TodaySessions } from '../parts/home/today-sessions.tsx'
import { type HomeView, homeQuery, useIsMember } from '../state/home.ts'
import { headlineWords, relativeDay } from '../state/home-words.ts'
import { late } from '../ui/late.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Section } from '../ui/section.tsx'

/** What a person sees first: the last day with work, today, what needs an answer, projects, two weeks. */
export function HomePage() {
  const home = useQuery(homeQuery)
  const isMember = useIsMember()
  // The diary is the owner's; members of a team start at their project.
  if (isMember) return <MemberHome />
  return (
    <div className="page home">
      <Loaded query={home} label="Home" lines={8}>
        {view => <View view={view} />}
      </Loaded>
    </div>
  )
}

function View({ view }: { view: HomeView }) {
  const { last_day, today, inbox, sessions_today, days, setup, projects, build, agents } = view
  // Before the first transcript was read nothing is known, not even that there is nothing.
  if (build && agents.length === 0 && !last_day) {
    return (
      <PageHead
        title="Home"
        lead="Looking for the transcripts of your agents. They are read on this machine; nothing is sent. Your newest day appears here by itself."
      />
    )
  }
  return (
    <>
      {last_day ? (
        <Headline day={last_day} today={today} />
      ) : (
        <PageHead
          title="Home"
          lead="Daybook reads what your coding agents log on this machine and shows what they did, with the lines that prove it."
        />
      )}
      <div className="split wide-main">
        <div>
          <Section title="Today so far" count={sessions_today.length > 0 ? sessions_today.length : undefined}>
            <TodaySessions sessions={sessions_today} today={today} />
          </Section>
          <Section
            title="Needs you"
            count={inbox.total}
            more={
              inbox.total > 0 && (
                <Link to="/inbox" className="block-more text-link">
                  Inbox
                </Link>
              )
            }
          >
            <InboxList items={inbox.items} />
          </Section>
          <Section title="Projects">
            <HomeProjects projects={projects} days={days} />
          </Section>
        </div>
        <div>
          <Section
            title={
              days.at(-1)?.date === today
                ? 'Two weeks'
                : `Two weeks up to ${relativeDay(days.at(-1)?.date ?? today, today)}`
            }
            more={
              <Link to="/diary" className="block-more text-link">
                All days
              </Link>
            }
          >
            <DayStrip days={days} today={today} unread={view.unread_days} />
          </Section>
          {setup.some(({ done }) => !done) && (
            <Section title="Set up">
              <SetupList setup={setup} />
            </Section>
          )}
        </div>
      </div>
      <Section title="Ask your history">
        <HistorySearch />
      </Section>
    </>
  )
}

// The last day, today and what needs an answer are drawn first.
const DayStrip = late(
  async () => (await import('../parts/home/day-strip.tsx')).DayStrip,
  () => true,
  100,
)
const HomeProjects = late(
  async () => (await import('../parts/home/home-projects.tsx')).HomeProjects,
  () => true,
)
const SetupList = late(
  async () => (await import('../parts/home/setup-list.tsx')).SetupList,
  () => true,
)
const HistorySearch = late(
  async () => (await import('../parts/home/history-search.tsx')).HistorySearch,
  () => true,
  40,
)
const MemberHome = late(
  async () => (await import('../parts/home/member-home.tsx')).MemberHome,
  () => true,
)

function Headline({ day, today }: { day: NonNullable<HomeView['last_day']>; today: string }) {
  return (
    <>
      <PageHead
        title={`${relativeDay(day.date, today)}: ${plainLine(day.title)}`}
        lead={headlineWords(day)}
        actions={
          <>
            <CopyButton text={day.standup} label="Copy stand-up" what="The stand-up" />
            <Link to="/diary/$date" params={{ date: day.date }} className="button primary">
              <BookOpen aria-hidden="true" /> Read the day
            </Link>
          </>
        }
      />
      <p className="muted row gap-6 mb-24">
        <ShieldCheck aria-hidden="true" /> {day.nothing_sent ? 'Read on this machine; nothing was sent.' : ''}{' '}
        {day.coverage}
      </p>
    </>
  )
}
