import { CopyButton } from '../context/copy-button.tsx'

/** How a member of a team adds this server to a chat client, with the token that opened the page. */
export function ConnectToServer() {
  const command = `claude mcp add --transport http daybook ${location.origin}/mcp --header "Authorization: Bearer $DAYBOOK_TOKEN"`
  return (
    <>
      <p className="muted">
        A connected chat reads and writes the records of your projects. In Claude Code, with your token in place of{' '}
        <code>$DAYBOOK_TOKEN</code>; other clients take the same address and header.
      </p>
      <p className="row wrap gap-12 py-10">
        <code className="grow min-w-0 break-anywhere">{command}</code>
        <CopyButton small text={command} label="Copy command" what="The command" />
      </p>
    </>
  )
}
