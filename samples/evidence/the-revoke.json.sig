lx0yqk+J+uoRT+0vznj4J24aKECznzwfl2DKkESkXE1+Uhcjd7v9T0v+ujDZQ9Cu+Fus89gd3wWkreRy5R0+DQ==
