import { createContext, useContext } from 'react';

/** Opens the palette over the page. */
export const PaletteContext = createContext<() => void>(() => {});

export const useOpenPalette = () => useContext(PaletteContext);
