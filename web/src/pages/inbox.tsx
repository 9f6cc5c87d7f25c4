import { useQuery } from '@tanstack/react-query'
import { Conflicts } from '../parts/home/conflicts.tsx'
import { InboxList } from '../parts/home/inbox-list.tsx'
import { inboxQuery } from '../state/home.ts'
import { Loaded } from '../ui/loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'

/** Everything that waits for the person, from all parts. */
export function InboxPage() {
  const inbox = useQuery(inboxQuery)
  return (
    <div className="page">
      <PageHead
        title="Inbox"
        lead="Questions and work left open on the last three days with work, issues that wait for you, and alerts."
      />
      <Conflicts />
      <Loaded query={inbox} label="the inbox" lines={6}>
        {({ items }) => <InboxList items={items} />}
      </Loaded>
    </div>
  )
}
