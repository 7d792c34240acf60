import { useNotify, useStore } from 'react-admin';

/** Frequencies of the two tones, and their length. */
const TONES_HZ = [880, 660];
const TONE_S = 0.18;

let audio: AudioContext | undefined;

/** Plays two short tones. A browser is silent until the user has clicked on the page. */
const ring = () => {
  if (!('AudioContext' in window)) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const [index, hertz] of TONES_HZ.entries()) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const begin = audio.currentTime + index * TONE_S;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.2, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + TONE_S);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + TONE_S);
  }
};

const mayNotify = () => 'Notification' in window && Notification.permission === 'granted';

/** Shows a notification of the browser, which leads back to the page. */
const notifyBy = (words: string, onClick: () => void) => {
  try {
    // A later one of the same tag takes the place of the one before.
    const notification = new Notification('Telemon', { body: words, tag: 'firing' });
    notification.onclick = () => {
      window.focus();
      notification.close();
      onClick();
    };
  } catch {
    // Browsers on phones have the class, but refuse its use by a page.
  }
};

/** Whether a firing is heard, and shown by the browser; the browser remembers both. */
export const useFiringChoices = () => {
  const notify = useNotify();
  const [sound, setSound] = useStore('firing.sound', false);
  const [wantsNotified, setWanted] = useStore('firing.notifications', false);
  return {
    sound,
    isNotified: wantsNotified && mayNotify(),
    setSound: (isOn: boolean) => {
      setSound(isOn);
      if (isOn) ring();
    },
    setNotified: async (isOn: boolean) => {
      if (isOn && 'Notification' in window) await Notification.requestPermission();
      if (isOn && !mayNotify()) notify('firing.notAllowed', { type: 'error' });
      setWanted(isOn && mayNotify());
    },
  };
};

/** Makes a firing heard and shown in the ways that the user has chosen. */
export const useFiringSignals = () => {
  const { sound, isNotified } = useFiringChoices();
  return (words: string, onClick: () => void) => {
    if (sound) ring();
    if (isNotified) notifyBy(words, onClick);
  };
};
