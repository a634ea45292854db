// What most pages draw beside the shell. Named here it comes in the shell's own file: in files of its own every page would
// load half a kilobyte (gzipped) more and ask twice.
import '#contract/views/fields.ts';
import './components/api-call/api-call-button.tsx';
import './components/layout/page-header.tsx';
import './components/layout/use-workspace.ts';
import './components/ui/badge.tsx';
import './components/ui/button.tsx';
import './components/ui/counted.ts';
import './components/ui/empty-state.tsx';
import './components/ui/error-state.tsx';
import './components/ui/facts-line.tsx';
import './components/ui/icon-button.tsx';
import './components/ui/input.tsx';
import './components/ui/kbd.tsx';
import './components/ui/late.ts';
import './components/ui/panel.tsx';
import './components/ui/relative-time.tsx';
import './components/ui/scroll-area.tsx';
import './components/ui/skeleton.tsx';
import './url/use-view-search.ts';
