import { useNotify, useStore } from 'react-admin';

/** Frequencies of the two tones, and the length of each. */
const TONES_HZ = [880, 660];
const TONE_S = 0.18;

let audio: AudioContext | undefined;

/** Plays two short tones. A browser stays silent until the user has clicked on the page. */
const playTones = () => {
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

/** Shows a browser notification; a click opens the page. */
const notifyBy = (words: string, onClick: () => void) => {
  try {
    // A later notification with the same tag replaces the earlier one.
    const notification = new Notification('Telemon', { body: words, tag: 'firing' });
    notification.onclick = () => {
      window.focus();
      notification.close();
      onClick();
    };
  } catch {
    // Phone browsers have the class, but its constructor throws in a page.
  }
};

/** Whether a firing plays a sound and shows a browser notification; both are stored in the browser. */
export const useFiringChoices = () => {
  const notify = useNotify();
  const [sound, setSound] = useStore('firing.sound', false);
  const [wantsNotified, setWanted] = useStore('firing.notifications', false);
  return {
    sound,
    isNotified: wantsNotified && mayNotify(),
    setSound: (isOn: boolean) => {
      setSound(isOn);
      if (isOn) playTones();
    },
    setNotified: async (isOn: boolean) => {
      if (isOn && 'Notification' in window) await Notification.requestPermission();
      if (isOn && !mayNotify()) notify('firing.notAllowed', { type: 'error' });
      setWanted(isOn && mayNotify());
    },
  };
};

/** Plays the sound and shows the notification, as the user has chosen. */
export const useFiringSignals = () => {
  const { sound, isNotified } = useFiringChoices();
  return (words: string, onClick: () => void) => {
    if (sound) playTones();
    if (isNotified) notifyBy(words, onClick);
  };
};
