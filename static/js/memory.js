// Values that this device keeps between visits. Private windows may refuse.
export const remembered = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
export const remember = (name, value) => { try { localStorage.setItem(name, value); } catch { /* private window */ } };
