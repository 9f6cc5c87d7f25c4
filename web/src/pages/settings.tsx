import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ConnectClients } from '../parts/home/connect-clients.tsx'
import { ThemeToggle } from '../parts/theme-toggle.tsx'
import { homeQuery, useFrameProject } from '../state/home.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Section } from '../ui/section.tsx'

/** What is set for this machine and all projects. */
export function SettingsPage() {
  const project = useFrameProject()
  const { data } = useQuery(homeQuery)
  return (
    <div className="page">
      <PageHead title="Settings" lead="For this machine and all projects." />
      <Section title="Connect agents">
        <p className="muted">
          A connected chat reads and writes records and asks the diary. Run the command in a terminal, then restart the
          client.
        </p>
        <ConnectClients />
      </Section>
      <Section title="Sources">
        <p>
          <Link to="/diary/sources" className="text-link">
            Folders of transcripts, what agents delete next, and prices
          </Link>
        </p>
      </Section>
      <Section title="Models & keys">
        <p className="muted">Daybook needs no model. Agents of a room and rewritten reports can use one.</p>
        <p>
          <Link to="/p/$project/room/providers" params={{ project }} className="text-link">
            Endpoints and models
          </Link>
          {' · '}
          <Link to="/p/$project/room/settings" params={{ project }} className="text-link">
            Keys
          </Link>
        </p>
      </Section>
      <Section title="Appearance">
        <ThemeToggle />
      </Section>
      <Section title="Data">
        <p className="muted">
          Everything is kept on this machine. {data ? `Days are those of ${data.timezone}.` : ''} Back it up with{' '}
          <code>daybook backup</code>.
        </p>
        <p>
          <Link to="/projects" className="text-link">
            All projects and the trash
          </Link>
        </p>
      </Section>
    </div>
  )
}
