/** Data Routing. */
export const dataRouting = {
  dataRouting: {
    frame: 'Flow editor',
    loading: 'The flow editor is loading',
    open: 'Open in a new tab',
    hint: 'The flow editor runs beside Telemon and has a sign-in of its own. Deploy before you leave this page: other changes are lost. If the frame stays empty, open the editor in a new tab.',
    notSet: 'No flow editor is set up',
    howToSet:
      'Set DATA_ROUTING_URL to the http or https address of a flow editor, such as Node-RED, and start Telemon again. docs/data-routing.md says how.',
    notFramed: 'The flow editor can’t be shown here',
    obstacles: {
      sameSite:
        '%{url} is on the site of Telemon, where it could read your session. Give the editor another host name or port, and set DATA_ROUTING_URL to it.',
      notEncrypted:
        '%{url} is not encrypted, and browsers show no such page within an encrypted one. Serve the editor over https, and set DATA_ROUTING_URL to that address.',
    },
    slow: 'The flow editor at %{url} has not answered your browser for ten seconds. It may not be reachable from here.',
    problems: {
      silent:
        'The flow editor at %{url} does not answer Telemon. It may hang, or a firewall may be in between.',
      unreachable:
        'Telemon gets no connection to %{url}. Start the flow editor there, or correct DATA_ROUTING_URL. If your browser can reach it, it is shown below all the same.',
      failing: 'The server at %{url} answers with an error. The path in DATA_ROUTING_URL may be wrong.',
      refusesFrames:
        'The server at %{url} forbids other sites to frame it (X-Frame-Options or frame-ancestors). Allow Telemon’s address there, or open the editor in a new tab.',
      elsewhere:
        'The server at %{url} leads to another site, which may not be shown here. Set DATA_ROUTING_URL to the address where it ends, or open the editor in a new tab.',
    },
  },
} as const;
