/** The dialog Block Topics of MQTT Logs. */
export const blockedTopic = {
  name: 'Blocked topic |||| Blocked topics',
  fields: { id: 'Id', topic: 'Topic', topicName: 'Topic' },
  hints: {
    topicName: 'As devices/pump01/image. A + stands for one level, a # at the end for all further ones.',
  },
  title: 'Block Topics',
  what: 'Messages on a blocked topic are neither stored nor logged. It takes up to five seconds until that holds.',
  list: 'Blocked topics',
  action: { open: 'Block Topic', create: 'Block Topic' },
  created: 'Topic Blocked!',
  delete: 'Delete Blocked Topic',
  deleteWhat: 'Messages on %{topic} will be stored and logged again. Those that came meanwhile are lost.',
  empty: 'No topic is blocked',
} as const;
