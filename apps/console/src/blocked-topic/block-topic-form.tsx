import { Box } from '@mui/material';
import { NewBlockedTopic } from '@telemon/contracts/logs/blocked-topics';
import { useRef, useState } from 'react';
import { CreateBase, TextInput, useNotify } from 'react-admin';
import { useRefreshLists } from '../data/refresh-lists.ts';
import { fieldsOf } from '../data/refusal.ts';
import { ContractForm, Save } from '../kit/contract-form.tsx';
import { KeepTyped, type Typed } from '../kit/keep-typed.tsx';
import { WhyItFailed } from '../kit/picture.tsx';
import { useText } from '../texts/use-text.ts';

const RESOURCE = 'blocked-topic';
/** The dialog around the form has its own padding, and scrolls. */
const FORM = { '& > form > div:first-of-type': { padding: 0, overflow: 'visible' } } as const;
const END = { display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 1, my: 2 } as const;

/** Blocks one topic after the other: it is empty again once a topic is blocked, and keeps the text if that fails. */
export const BlockTopicForm = () => {
  const text = useText();
  const notify = useNotify();
  const refresh = useRefreshLists();
  const [refused, setRefused] = useState<unknown>(null);
  const isOfTopic = 'topicName' in fieldsOf(refused);
  const [made, setMade] = useState(0);
  const typed = useRef<Typed>({ isTyped: false, isSaved: false, lastField: null });
  const onSuccess = () => {
    setMade((before) => before + 1);
    notify('resources.blocked-topic.created', { type: 'success' });
    void refresh(RESOURCE);
  };
  const transform = (data: NewBlockedTopic) => {
    setRefused(null);
    return data;
  };
  return (
    <CreateBase
      resource={RESOURCE}
      mutationMode="pessimistic"
      redirect={false}
      mutationOptions={{ onSuccess, onError: setRefused }}
      transform={transform}
    >
      <Box
        sx={FORM}
        onFocus={({ target }) => {
          if (target.matches('input')) typed.current.lastField = target;
        }}
      >
        <ContractForm<NewBlockedTopic>
          key={made}
          schema={NewBlockedTopic}
          values={{ topicName: '' }}
          record={undefined}
          end={
            <>
              <Box sx={END}>
                <Box component="p" role="alert" sx={{ flex: 1, color: 'error.main' }}>
                  {refused !== null && !isOfTopic && <WhyItFailed error={refused} />}
                </Box>
                <Save label={text('resources.blocked-topic.action.create')} />
              </Box>
              {/* The address changes when the dialog is closed, which asks about typed text. */}
              <KeepTyped typed={typed} isLeaving={false} onStay={() => {}} onLeave={() => {}} />
            </>
          }
        >
          <TextInput
            source="topicName"
            helperText="resources.blocked-topic.hints.topicName"
            onChange={() => setRefused(null)}
            autoFocus
            className="wide"
          />
        </ContractForm>
      </Box>
    </CreateBase>
  );
};
